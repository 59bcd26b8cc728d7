import type { RuntimeStatus, SetUpOffer } from "../../../src-preload/model/settings.ts";
import { fileSize, wholeDuration } from "../../strings/format.ts";
import type { Words } from "../../strings/i18n.ts";

export type Installing = Extract<RuntimeStatus, { state: "installing" }>;

const MEGABYTE = 1_000_000;
const SECOND = 1_000;

/** `118.4 of 168.0 MB, 4.2 MB/s, 12 s left`, as far as it is known. */
export function progressWords(t: Words, status: Installing): string {
  if (status.phase !== "downloading") return "";
  const { bytes, totalBytes, bytesPerSecond, secondsLeft } = status;
  if (totalBytes === null) return t("setUp.asking");
  return [
    amount(t, bytes, totalBytes),
    bytesPerSecond !== null && t("setUp.rate", { size: fileSize(t, bytesPerSecond) }),
    secondsLeft !== null && t("setUp.left", { time: wholeDuration(t, secondsLeft * SECOND) }),
  ]
    .filter((word) => typeof word === "string")
    .join(", ");
}

/** How much of the download is here, in percent; null while there is no telling. */
export function percent({ phase, bytes, totalBytes }: Installing): number | null {
  if (phase !== "downloading" || !totalBytes) return null;
  return Math.min(100, Math.round((bytes / totalBytes) * 100));
}

/** What a set-up would take, or what is left to take. */
export function offerWords(t: Words, { keptBytes, totalBytes }: SetUpOffer): string {
  if (keptBytes > 0) return t("setUp.kept", { amount: amount(t, keptBytes, totalBytes) });
  return t("setUp.toGet", { size: t("unit.megabytes", { n: Math.round(totalBytes / MEGABYTE) }) });
}

/** The verb of the button that begins it. */
export function beginWord(t: Words, state: RuntimeStatus["state"], offer: SetUpOffer): string {
  if (offer.keptBytes > 0) return t("setUp.resume");
  if (state === "damaged" || offer.failure) return t("setUp.again");
  return state === "update-available" ? t("setUp.update") : t("setUp.begin");
}

function amount(t: Words, bytes: number, totalBytes: number): string {
  const megabytes = (each: number) => (each / MEGABYTE).toFixed(1);
  return t("setUp.amount", { bytes: megabytes(bytes), total: megabytes(totalBytes) });
}

import type { Picture } from "../../../src-preload/model/content.ts";
import type { ToolCall } from "../../../src-preload/model/tool-call.ts";
import { splitAddress } from "../../components/page-address.tsx";
import type { Words } from "../../strings/i18n.ts";

/** What a screen reader says instead of the picture. */
export function pictureAlt(t: Words, call: Pick<ToolCall, "page" | "tool">): string {
  const { host, path } = splitAddress(call.page?.url ?? "");
  return t("screenshot.alt", { place: host + path || t("screenshot.nowhere") });
}

/** `1280 × 800`; nothing where the size is not known. */
export function pictureSize(t: Words, { width, height }: Picture): string | null {
  return width === null || height === null ? null : t("callObject.size", { width, height });
}

/** `PNG` of `image/png`. */
export function pictureKind({ mimeType }: Picture): string {
  return mimeType
    .replace(/^image\//, "")
    .replace(/\+.*$/, "")
    .toUpperCase();
}

import type { RepairReport } from "../../../src-preload/model/records.ts";
import { assertNever } from "../../base/assert-never.ts";

/** What a repair comes to, for the person: what was lost, and where the damaged file is (D5). */
export function repairSentence(report: RepairReport): string {
  const where =
    report.damagedFile === null
      ? ""
      : ` The damaged file is kept as ${report.damagedFile} in Pilothouse's data folder.`;
  return `${[outcomeSentence(report), ...report.lost].join(" ")}${where}`;
}

function outcomeSentence({ outcome, copyMadeAt }: RepairReport): string {
  switch (outcome) {
    case "last-writes-lost":
      return "Pilothouse did not end in order the last time.";
    case "saved-all":
      return "Pilothouse's records were damaged. Everything in them could be saved.";
    case "from-copy":
      return `Pilothouse's records were damaged. They were restored from the copy of ${date(copyMadeAt)} and from what could still be read.`;
    case "salvaged":
      return "Pilothouse's records were damaged. What could still be read was saved.";
    case "began-anew":
      return "Pilothouse's records were damaged, and there is no copy of them. Pilothouse begins anew.";
    default:
      return assertNever(outcome);
  }
}

function date(time: number | null): string {
  return time === null ? "" : new Date(time).toISOString().slice(0, 16).replace("T", " ");
}

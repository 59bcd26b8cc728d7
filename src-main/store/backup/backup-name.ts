/** Why a copy was made: once a day, or before the schema was changed from this version. */
export type BackupReason = "daily" | `before-v${number}`;

export interface Backup {
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly madeAt: number;
  readonly reason: BackupReason;
}

const NAME = /^pilothouse-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z-(daily|before-v\d+)\.db$/;

/** Names sort as their times do, and are good ones on every system. */
export function backupName(madeAt: number, reason: BackupReason): string {
  const time = new Date(madeAt).toISOString().replaceAll(/[-:.]/g, "");
  return `pilothouse-${time}-${reason}.db`;
}

/** Null for a name that no copy of the app's has. */
export function readBackupName(name: string): Backup | null {
  const match = NAME.exec(name);
  if (!match) return null;
  const [year = 0, month = 1, day, hour, minute, second, ms] = match.slice(1, 8).map(Number);
  const madeAt = Date.UTC(year, month - 1, day, hour, minute, second, ms);
  return { name, madeAt, reason: match[8] as BackupReason };
}

import { randomUUID } from "node:crypto";

/** A new id, unique for ever, of 36 characters. */
export const newId = (): string => randomUUID();

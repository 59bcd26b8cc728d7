import { readFileSync } from "node:fs";
import { join } from "node:path";
import { bookingNumber, type Booking } from "./booking.ts";

/** Everything that can be asked for, and nothing else: no path ever reaches the file system. */
const FILES: Readonly<Record<string, { readonly file: string; readonly type: string }>> = {
  "/": { file: "index.html", type: "text/html; charset=utf-8" },
  "/style.css": { file: "style.css", type: "text/css; charset=utf-8" },
  "/harbour.svg": { file: "harbour.svg", type: "image/svg+xml" },
  "/mark.svg": { file: "mark.svg", type: "image/svg+xml" },
};

export interface TourFile {
  readonly type: string;
  readonly bytes: Buffer;
}

/** The pages of the harbour office, read once from the folder that the app carries. */
export class TourPages {
  readonly #files: ReadonlyMap<string, TourFile>;
  readonly #confirmation: string;
  readonly #problem: string;

  /** Throws when a file of the site is missing. */
  constructor(folder: string) {
    const read = (file: string) => readFileSync(join(folder, file));
    this.#files = new Map(
      Object.entries(FILES).map(([path, { file, type }]) => [path, { type, bytes: read(file) }]),
    );
    this.#confirmation = read("confirmation.html").toString("utf8");
    this.#problem = read("problem.html").toString("utf8");
  }

  file(path: string): TourFile | null {
    return this.#files.get(path) ?? null;
  }

  confirmation(booking: Booking): string {
    return filled(this.#confirmation, {
      number: bookingNumber(booking),
      boat: booking.boat,
      skipper: booking.skipper,
      arrival: booking.arrival,
      nights: booking.nights === "1" ? "1 night" : `${booking.nights} nights`,
      power: booking.shorePower ? "Yes" : "No",
    });
  }

  problem(sentence: string): string {
    return filled(this.#problem, { problem: sentence });
  }
}

function filled(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => escaped(values[name] ?? ""));
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** What a visitor asks of the harbour office on the tour's site. */
export interface Booking {
  readonly boat: string;
  readonly skipper: string;
  /** Day of arrival as the form sends it, `2027-06-12`. */
  readonly arrival: string;
  readonly nights: string;
  readonly shorePower: boolean;
}

/** Longest value of a field, in characters: a name, not a story. */
const MAX_FIELD_CHARS = 60;

/** Numbers run from 1000, so that all have four figures. */
const FIRST_NUMBER = 1_000;
const NUMBERS = 9_000;

/** What the form sent, or the sentence that says what is missing in it. */
export function readBooking(form: URLSearchParams): Booking | string {
  const boat = fieldOf(form, "boat");
  const skipper = fieldOf(form, "skipper");
  const arrival = fieldOf(form, "arrival");
  const nights = fieldOf(form, "nights");
  if (boat === "") return "Please tell us the name of your boat.";
  if (skipper === "") return "Please tell us who is the skipper.";
  if (!/^\d{4}-\d{2}-\d{2}$/.test(arrival)) return "Please choose the day of your arrival.";
  if (!/^[1-7]$/.test(nights)) return "Please choose between one and seven nights.";
  return { boat, skipper, arrival, nights, shorePower: form.has("power") };
}

/** The number under which the office keeps a booking: the same input has the same number. */
export function bookingNumber(booking: Booking): string {
  const { boat, skipper, arrival, nights, shorePower } = booking;
  const hash = fnv1a([boat, skipper, arrival, nights, String(shorePower)].join("\n"));
  return `SH-${FIRST_NUMBER + (hash % NUMBERS)}`;
}

function fieldOf(form: URLSearchParams, name: string): string {
  return (form.get(name) ?? "").trim().slice(0, MAX_FIELD_CHARS);
}

/** FNV-1a over UTF-16 units, 32 bits: spreads well and needs no library. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

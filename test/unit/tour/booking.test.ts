import { describe, expect, test } from "vitest";
import { bookingNumber, readBooking, type Booking } from "../../../src-main/tour/booking.ts";

const form = { boat: "Kittiwake", skipper: "Ada", arrival: "2031-06-14", nights: "3" };

const booking: Booking = { ...form, shorePower: false };

describe("a form of the harbour office", () => {
  test("becomes a booking", () => {
    expect(readBooking(new URLSearchParams({ ...form, boat: " Kittiwake " }))).toEqual(booking);
  });

  test("with the tick set asks for shore power", () => {
    expect(readBooking(new URLSearchParams({ ...form, power: "on" }))).toEqual({
      ...booking,
      shorePower: true,
    });
  });

  test.each([
    ["boat", " ", "name of your boat"],
    ["skipper", "", "skipper"],
    ["arrival", "14 June", "day of your arrival"],
    ["nights", "8", "between one and seven"],
  ])("with a wrong %s says what is missing", (field, value, words) => {
    expect(readBooking(new URLSearchParams({ ...form, [field]: value }))).toContain(words);
  });
});

describe("a booking number", () => {
  test("is the same for the same input, and has four figures", () => {
    expect(bookingNumber(booking)).toMatch(/^SH-\d{4}$/);
    expect(bookingNumber({ ...booking })).toBe(bookingNumber(booking));
  });

  test.each(["boat", "skipper", "arrival", "nights"] as const)("changes with the %s", (field) => {
    expect(bookingNumber({ ...booking, [field]: "5" })).not.toBe(bookingNumber(booking));
  });
});

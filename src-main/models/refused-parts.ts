import type { AppError } from "../base/errors.ts";

/* Providers tell what they refuse in a request in words alone. */

/** Codes under which a request is refused for what is in it; some local servers answer 500 then. */
const REFUSING = ["model-request-refused", "model-server-error"];

/** Whether a request may have been refused for a picture in it. */
export function isAboutPictures({ code, message }: AppError): boolean {
  const words = /\b(image|picture|vision|multi-?modal|mmproj|media[_ ]?type|base64|413)/i;
  return REFUSING.includes(code) && words.test(message);
}

/** Whether a request was refused because it asked for the model's thoughts. */
export function isAboutThoughts({ code, message }: AppError): boolean {
  return code === "model-request-refused" && /reasoning|thinking|thought|summary/i.test(message);
}

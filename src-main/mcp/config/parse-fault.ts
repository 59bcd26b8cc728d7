import { printParseErrorCode, type ParseErrorCode } from "jsonc-parser";

const WORDS: Readonly<Record<string, string>> = {
  InvalidSymbol: "a word that JSON does not know",
  InvalidNumberFormat: "not a number as JSON writes it",
  PropertyNameExpected: "a name in quotes is missing",
  ValueExpected: "a value is missing",
  ColonExpected: "a colon is missing",
  CommaExpected: "a comma is missing",
  CloseBraceExpected: "a } is missing",
  CloseBracketExpected: "a ] is missing",
  EndOfFileExpected: "something stands after the end",
  UnexpectedEndOfComment: "a comment is not closed",
  UnexpectedEndOfString: "a text is not closed by a quote",
  UnexpectedEndOfNumber: "a number is cut off",
  InvalidUnicode: "not a character's number",
  InvalidEscapeCharacter: "a \\ before a character that needs none",
  InvalidCharacter: "a character that may not stand in a text",
};

/** What is wrong with a JSON text, in words. */
export function parseFault(code: ParseErrorCode): string {
  const name = printParseErrorCode(code);
  return WORDS[name] ?? name;
}

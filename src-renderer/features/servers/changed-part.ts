/** Two texts, cut where they begin and where they end to be the same. */
export interface ChangedPart {
  readonly head: string;
  readonly before: string;
  readonly after: string;
  readonly tail: string;
}

/** What is different between two texts, in whole words. */
export function changedPart(before: string, after: string): ChangedPart {
  const start = wordStart(before, after, sameFromStart(before, after));
  const rest = [before.slice(start), after.slice(start)] as const;
  const end = wordEnd(...rest, sameFromEnd(...rest));
  return {
    head: before.slice(0, start),
    before: rest[0].slice(0, rest[0].length - end),
    after: rest[1].slice(0, rest[1].length - end),
    tail: before.slice(before.length - end),
  };
}

function sameFromStart(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let length = 0;
  while (length < most && one[length] === other[length]) length += 1;
  return length;
}

function sameFromEnd(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let length = 0;
  while (length < most && one.at(-1 - length) === other.at(-1 - length)) length += 1;
  return length;
}

/** Back to where the word began that is cut at this place, so that no letter is torn in two. */
function wordStart(one: string, other: string, place: number): number {
  const isWhole = [one, other].every((text) => isBetweenWords(text.charAt(place)));
  return isWhole ? place : (/\S*$/.exec(one.slice(0, place))?.index ?? place);
}

/** The same for a place that is counted from the end. */
function wordEnd(one: string, other: string, fromEnd: number): number {
  const isWhole = [one, other].every((text) =>
    isBetweenWords(text.charAt(text.length - fromEnd - 1)),
  );
  const torn = /^\S*/.exec(one.slice(one.length - fromEnd))?.[0].length ?? 0;
  return isWhole ? fromEnd : fromEnd - torn;
}

/** A blank, or nothing where the text ends. */
function isBetweenWords(character: string): boolean {
  return character.trim() === "";
}

/** Longest line that is read, in characters: no answer of a model has one as long. */
const MAX_LINE_CHARS = 32_000_000;

/** The values of a stream of JSON lines. Throws a `SyntaxError` for a line that is none. */
export async function* jsonLines(body: ReadableStream<Uint8Array>): AsyncGenerator<unknown> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of body) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > MAX_LINE_CHARS) throw new SyntaxError("A line has no end.");
    for (const line of lines) if (line.trim() !== "") yield JSON.parse(line);
  }
  // What stands after the last line's end is half a line of a stream that was cut.
}

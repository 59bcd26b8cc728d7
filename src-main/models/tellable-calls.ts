/* Chat-completions servers differ in how they tell parallel calls apart; the SDK goes by `index` alone. */

interface WireCall {
  readonly index?: number | null;
  readonly id?: string | null;
  readonly function?: { readonly name?: string | null; readonly arguments?: string | null } | null;
}

interface KnownCall {
  readonly index: number;
  /** As the server gave it; empty when it gave none. */
  readonly id: string;
  readonly wireIndex: number | null;
  written: string;
}

/**
 * A `fetch` whose streams number the calls of an answer themselves (B12.2): some servers give every
 * call the number 0, or none, or the same id twice.
 */
export function withTellableCalls(realFetch: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await realFetch(input, init);
    if (!response.ok || response.body === null) return response;
    const numbers = new CallNumbers();
    const body = response.body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(byLine((line) => numbers.renumber(line)))
      .pipeThrough(new TextEncoderStream());
    const { status, statusText, headers } = response;
    return new Response(body, { status, statusText, headers });
  };
}

/** Changes each line as a whole, wherever the pieces of the stream end. */
function byLine(change: (line: string) => string): TransformStream<string, string> {
  let rest = "";
  return new TransformStream({
    transform(piece, controller) {
      const lines = (rest + piece).split("\n");
      rest = lines.pop() ?? "";
      if (lines.length > 0) controller.enqueue(`${lines.map(change).join("\n")}\n`);
    },
    flush(controller) {
      if (rest !== "") controller.enqueue(change(rest));
    },
  });
}

/** Follows the calls of one answer. */
export class CallNumbers {
  readonly #calls: KnownCall[] = [];

  /** The line with the numbers and ids of its calls made distinct; any other line as it is. */
  renumber(line: string): string {
    // Most lines hold text alone; they are not even parsed.
    if (!line.startsWith("data:") || !line.includes('"tool_calls"')) return line;
    try {
      const chunk = JSON.parse(line.slice("data:".length)) as ChatChunk;
      return `data: ${JSON.stringify(this.#renumbered(chunk))}`;
    } catch {
      // The SDK says what is wrong with it.
      return line;
    }
  }

  #renumbered(chunk: ChatChunk): ChatChunk {
    const choices = chunk.choices?.map((choice) => {
      const calls = choice.delta?.tool_calls;
      if (!Array.isArray(calls)) return choice;
      return { ...choice, delta: { ...choice.delta, tool_calls: calls.map((c) => this.#tell(c)) } };
    });
    return choices === undefined ? chunk : { ...chunk, choices };
  }

  #tell(call: WireCall): WireCall {
    const written = call.function?.arguments ?? "";
    const known = this.#known(call, written);
    if (known === undefined) return this.#begin(call, written);
    // Some servers repeat the whole call with each piece.
    const isRepeated = written !== "" && written === known.written && isWhole(written);
    if (!isRepeated) known.written += written;
    return { index: known.index, function: { arguments: isRepeated ? "" : written } };
  }

  /** The call that this is a piece of; undefined where it begins a new one. */
  #known({ id, index, function: fn }: WireCall, written: string): KnownCall | undefined {
    const wireIndex = index ?? null;
    const ofIndex = this.#calls.findLast((call) => call.wireIndex === wireIndex);
    if (!id) return fn?.name && isOver(ofIndex) ? undefined : (ofIndex ?? this.#calls.at(-1));
    if (ofIndex?.id !== id) return undefined;
    return isOver(ofIndex) && written.trim() !== "" && written !== ofIndex.written
      ? undefined
      : ofIndex;
  }

  #begin(call: WireCall, written: string): WireCall {
    const index = this.#calls.length;
    const id = call.id ?? "";
    this.#calls.push({ index, id, wireIndex: call.index ?? null, written });
    const { id: _given, ...rest } = call;
    // Without one the SDK makes one up.
    return id === "" ? { ...rest, index } : { ...rest, index, id: this.#freeId(id, index) };
  }

  #freeId(id: string, index: number): string {
    const isTaken = this.#calls.slice(0, index).some((call) => call.id === id);
    return isTaken ? `${id}_${index + 1}` : id;
  }
}

interface ChatChunk {
  readonly choices?: readonly {
    readonly delta?: { readonly tool_calls?: readonly WireCall[] | null } | null;
  }[];
}

function isOver(call: KnownCall | undefined): boolean {
  return call === undefined || isWhole(call.written);
}

function isWhole(text: string): boolean {
  try {
    return typeof JSON.parse(text) === "object";
  } catch {
    // Still being written.
    return false;
  }
}

import { describe, expect, test } from "vitest";
import { CallNumbers, withTellableCalls } from "../../../src-main/models/tellable-calls.ts";

interface Piece {
  readonly index?: number;
  readonly id?: string;
  readonly name?: string;
  readonly args?: string;
}

/** The calls as the SDK puts them together, by their number alone. */
function callsFrom(...pieces: readonly Piece[]): readonly string[] {
  const numbers = new CallNumbers();
  const calls: string[] = [];
  for (const { index, id, name, args } of pieces) {
    const call = {
      ...(index === undefined ? {} : { index }),
      ...(id === undefined ? {} : { id }),
      function: { ...(name === undefined ? {} : { name }), arguments: args ?? "" },
    };
    const line = `data: ${JSON.stringify({ choices: [{ delta: { tool_calls: [call] } }] })}`;
    const told = JSON.parse(numbers.renumber(line).slice(5)) as {
      choices: {
        delta: { tool_calls: { index: number; id?: string; function: { arguments: string } }[] };
      }[];
    };
    const [one] = told.choices[0]?.delta.tool_calls ?? [];
    if (!one) throw new Error("no call");
    calls[one.index] ??= `${one.id ?? "?"} `;
    calls[one.index] += one.function.arguments;
  }
  return calls;
}

describe("parallel calls (B12.2)", () => {
  const two = ['t1 {"q":"a"}', 't2 {"q":"b"}'];

  test("that all have the number 0 are told apart by their ids", () => {
    expect(
      callsFrom(
        { index: 0, id: "t1", name: "look", args: '{"q":"a"}' },
        { index: 0, id: "t2", name: "look", args: '{"q":' },
        { index: 0, args: '"b"}' },
      ),
    ).toEqual(two);
  });

  test("that have no number are told apart by their ids", () => {
    expect(
      callsFrom(
        { id: "t1", name: "look", args: '{"q":"a"}' },
        { id: "t2", name: "look", args: '{"q":' },
        { args: '"b"}' },
      ),
    ).toEqual(two);
  });

  test("that are numbered as they should be stay so, also interleaved", () => {
    expect(
      callsFrom(
        { index: 0, id: "t1", name: "look" },
        { index: 1, id: "t2", name: "look" },
        { index: 0, args: '{"q":' },
        { index: 1, args: '{"q":' },
        { index: 0, args: '"a"}' },
        { index: 1, args: '"b"}' },
      ),
    ).toEqual(two);
  });

  test.each([0, 1])("under one id, the second numbered %i, are two", (index) => {
    expect(
      callsFrom(
        { index: 0, id: "t1", name: "look", args: '{"q":"a"}' },
        { index, id: "t1", name: "look", args: '{"q":"b"}' },
      ),
    ).toEqual(['t1 {"q":"a"}', 't1_2 {"q":"b"}']);
  });

  test("whose id and name stand in each piece are one", () => {
    expect(
      callsFrom(
        { index: 0, id: "t1", name: "look", args: '{"q":' },
        { index: 0, id: "t1", name: "look", args: '"a"}' },
        { index: 0, id: "t1", name: "look", args: "" },
      ),
    ).toEqual(['t1 {"q":"a"}']);
  });

  test("that are repeated whole are one, with its arguments once", () => {
    const whole = { index: 0, id: "t1", name: "look", args: '{"q":"a"}' };
    expect(callsFrom(whole, whole)).toEqual(['t1 {"q":"a"}']);
  });
});

test("a stream goes through unchanged, wherever its pieces end (B12.10)", async () => {
  const text = ': ping\n\ndata: {"choices":[{"delta":{"content":"é🎉"}}]}\r\n\r\ndata: [DONE]';
  const bytes = Buffer.from(text);
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
  const fetch = withTellableCalls(() => Promise.resolve(new Response(stream)));
  expect(await (await fetch("http://x")).text()).toBe(text);
});

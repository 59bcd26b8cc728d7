import { describe, expect, it } from "vitest";
import { ownerOf } from "../../../src-main/mcp/connection/oversized-answer.ts";
import { readFrame } from "../../../src-main/mcp/connection/read-frame.ts";
import type { WireId } from "../../../src-main/mcp/connection/own-requests.ts";

const messagesIn = readFrame;

describe("reading a frame (M14)", () => {
  it("answers also what the SDK would drop: members that JSON-RPC does not know", () => {
    expect(messagesIn('{"jsonrpc":"2.0","id":5,"result":{"a":1},"took":3}')).toEqual([
      { jsonrpc: "2.0", id: 5, result: { a: 1 } },
    ]);
  });

  it("takes a null result and a missing version", () => {
    expect(messagesIn('{"id":"5","result":null}')).toEqual([
      { jsonrpc: "2.0", id: "5", result: {} },
    ]);
  });

  it("takes a result that is no object for its text", () => {
    expect(messagesIn('{"id":1,"result":"fine"}')).toMatchObject([
      { result: { content: [{ type: "text", text: "fine" }] } },
    ]);
  });

  it("makes an error of an answer that holds neither result nor error", () => {
    expect(messagesIn('{"jsonrpc":"2.0","id":1}')).toMatchObject([
      { id: 1, error: { code: -32603, message: expect.stringMatching(/neither/) as string } },
    ]);
  });

  it("takes a batch apart, in order, and bounds what a batch may ask for", () => {
    const batch = '[{"jsonrpc":"2.0","method":"a"},{"jsonrpc":"2.0","id":1,"result":{}}]';
    expect(messagesIn(batch)).toHaveLength(2);
    const endless = JSON.stringify(Array.from({ length: 5_000 }, () => ({ method: "a" })));
    expect(messagesIn(endless)).toHaveLength(1_000);
  });

  it("keeps code, message and data of an error, and makes a proper code of an odd one", () => {
    expect(messagesIn('{"id":1,"error":{"code":-7,"message":"no","data":[1]}}')).toEqual([
      { jsonrpc: "2.0", id: 1, error: { code: -7, message: "no", data: [1] } },
    ]);
    expect(messagesIn('{"id":1,"error":{"code":"E_NO","message":"no"}}')).toEqual([
      {
        jsonrpc: "2.0",
        id: 1,
        error: { code: -32603, message: "no", data: { code: "E_NO", message: "no" } },
      },
    ]);
    expect(messagesIn('{"id":1,"error":"boom"}')).toMatchObject([{ error: { message: "boom" } }]);
    expect(messagesIn('{"id":1,"error":{"code":1.5}}')).toMatchObject([
      { error: { code: -32603, message: 'An error without words: {"code":1.5}' } },
    ]);
  });

  it("keeps an error that names no call: it may be the answer to the only one", () => {
    expect(messagesIn('{"id":null,"error":{"code":-32700,"message":"what?"}}')).toEqual([
      { jsonrpc: "2.0", error: { code: -32700, message: "what?" } },
    ]);
  });

  it("finds nothing in what is no JSON-RPC (B4.1)", () => {
    const noise = ["starting up", "7", "null", "[1,2]", '{"id":null}', '{"level":"info"}'];
    expect(noise.flatMap(messagesIn)).toEqual([]);
  });
});

describe("whom a line answers that was too long (M13)", () => {
  const owner = (head: string, tail: string, ...waiting: number[]) =>
    ownerOf(
      { bytes: 9, head, tail, isWhole: true },
      new Set(waiting.map((id): WireId => `pilothouse-${id}`)),
    );

  it("is found by the id in either end", () => {
    expect(owner('{"id":"pilothouse-11","result":{"x":"', '"}}', 11, 12)).toEqual({
      kind: "call",
      id: "pilothouse-11",
    });
    expect(owner('{"result":{"x":"', '"},"id":"pilothouse-12"}', 11, 12)).toEqual({
      kind: "call",
      id: "pilothouse-12",
    });
  });

  it("is not read from an id that stands inside the result", () => {
    expect(owner('{"result":{"id":"pilothouse-11"', '"},"id":"pilothouse-12"}', 11, 12)).toEqual({
      kind: "call",
      id: "pilothouse-12",
    });
  });

  it("is not known where no id is found", () => {
    expect(owner('{"result":{"x":"', '"}', 7)).toEqual({ kind: "unknown" });
  });

  it("is nobody where it is the server's own message, or the answer to a call that was given up", () => {
    expect(owner('{"method":"notifications/message"', '"}}', 7)).toEqual({ kind: "nobody" });
    expect(owner('{"id":"pilothouse-6","result":{"x":"', '"}}', 7)).toEqual({ kind: "nobody" });
  });
});

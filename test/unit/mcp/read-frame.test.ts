import { describe, expect, it } from "vitest";
import { readFrame, readOversized } from "../../../src-main/mcp/connection/read-frame.ts";

describe("reading a frame", () => {
  it("answers also what the SDK would drop: members that JSON-RPC does not know", () => {
    expect(readFrame('{"jsonrpc":"2.0","id":5,"result":{"a":1},"took":3}')).toEqual([
      { jsonrpc: "2.0", id: 5, result: { a: 1 } },
    ]);
  });

  it("takes a null result, a missing version and a number written as a string", () => {
    expect(readFrame('{"id":"5","result":null}')).toEqual([{ jsonrpc: "2.0", id: 5, result: {} }]);
  });

  it("takes a batch apart, in order", () => {
    const batch = '[{"jsonrpc":"2.0","method":"a"},{"jsonrpc":"2.0","id":1,"result":{}}]';
    expect(readFrame(batch)).toHaveLength(2);
  });

  it("keeps code, message and data of an error, and makes a proper code of an odd one", () => {
    expect(readFrame('{"id":1,"error":{"code":-7,"message":"no","data":[1]}}')).toEqual([
      { jsonrpc: "2.0", id: 1, error: { code: -7, message: "no", data: [1] } },
    ]);
    expect(readFrame('{"id":1,"error":{"code":"E_NO","message":"no"}}')).toEqual([
      {
        jsonrpc: "2.0",
        id: 1,
        error: { code: -32603, message: "no", data: { code: "E_NO", message: "no" } },
      },
    ]);
  });

  it("finds nothing in what is no JSON-RPC", () => {
    expect(["starting up", "7", "null", "[1,2]", '{"id":null}'].flatMap(readFrame)).toEqual([]);
  });

  it("fails the call that an oversized line answers, by the id in either end", () => {
    const line = { bytes: 9, head: '{"jsonrpc":"2.0","result":{"x":"', tail: '"},"id":12}' };
    expect(readOversized(line)).toMatchObject({ id: 12, error: { code: -32603 } });
    expect(readOversized({ bytes: 9, head: "{", tail: "}" })).toBeNull();
  });
});

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

  describe("that was too long (M13)", () => {
    const tooLong = (head: string, tail: string, ...waiting: number[]) =>
      readOversized({ bytes: 9, head, tail }, new Set(waiting));

    it("fails the call that it answers, by the id in either end", () => {
      expect(tooLong('{"jsonrpc":"2.0","id":11,"result":{"x":"', '"}}', 11, 12)).toMatchObject({
        id: 11,
        error: { code: -32603 },
      });
      expect(tooLong('{"jsonrpc":"2.0","result":{"x":"', '"},"id":12}', 11, 12)).toMatchObject({
        id: 12,
      });
    });

    it("takes no id that stands inside the result for the call's", () => {
      expect(tooLong('{"result":{"id":11,"x":"', '"},"id":12}', 11, 12)).toMatchObject({ id: 12 });
    });

    it("fails the only call that waits when no id is to be found, and none of several", () => {
      expect(tooLong('{"result":{"x":"', '"}', 7)).toMatchObject({ id: 7 });
      expect(tooLong('{"result":{"x":"', '"}', 7, 8)).toBeNull();
    });

    it("fails no call when it is a message of the server's own", () => {
      expect(tooLong('{"jsonrpc":"2.0","method":"notifications/message"', '"}}', 7)).toBeNull();
    });
  });
});

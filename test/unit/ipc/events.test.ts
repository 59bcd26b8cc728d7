import { describe, expect, it, vi } from "vitest";
import type { AppEvent } from "../../../src-preload/contract/events.ts";
import { coalesce } from "../../../src-main/ipc/coalesce.ts";
import { EventPublisher } from "../../../src-main/ipc/event-publisher.ts";

const delta = (text: string, part = 0): AppEvent => ({
  type: "message-delta",
  conversationId: "c",
  messageId: "m",
  part,
  kind: "text",
  delta: text,
});
const notice = (message: string): AppEvent => ({ type: "notice", conversationId: null, message });

describe("events on their way to the window", () => {
  it("become one where text was added piece by piece", () => {
    expect(coalesce([delta("a"), delta("b"), delta("c", 1)])).toEqual([delta("ab"), delta("c", 1)]);
  });

  it("keep their order when something stands between", () => {
    const events = [delta("a"), notice("x"), delta("b")];
    expect(coalesce(events)).toEqual(events);
  });

  it("go out together, once a frame, and at once when they are flushed", () => {
    vi.useFakeTimers();
    const sent: (readonly AppEvent[])[] = [];
    const publisher = new EventPublisher((events) => sent.push(events));
    publisher.publish(notice("a"));
    publisher.publish(notice("b"));
    expect(sent).toEqual([]);
    vi.advanceTimersByTime(16);
    expect(sent).toEqual([[notice("a"), notice("b")]]);
    publisher.publish(notice("c"));
    publisher.flush();
    expect(sent.at(-1)).toEqual([notice("c")]);
    vi.advanceTimersByTime(100);
    expect(sent).toHaveLength(2);
    vi.useRealTimers();
  });

  it("are not sent after the end, and not again when they could not be sent", () => {
    const sent: (readonly AppEvent[])[] = [];
    let isBroken = true;
    const publisher = new EventPublisher((events) => {
      if (isBroken) throw new Error("The window is gone.");
      sent.push(events);
    });
    publisher.publish(notice("a"));
    expect(() => publisher.flush()).toThrow("gone");
    isBroken = false;
    publisher.publish(notice("b"));
    publisher.flush();
    expect(sent).toEqual([[notice("b")]]);
    publisher.dispose();
    publisher.publish(notice("c"));
    publisher.flush();
    expect(sent).toHaveLength(1);
  });
});

import { describe, expect, it } from "vitest";
import { StayAwake } from "../../../src-main/desktop/stay-awake.ts";
import type { TurnState } from "../../../src-preload/model/turn.ts";
import { sampleTurn } from "../../fixtures/renderer-samples.ts";

function awake() {
  const held = new Set<number>();
  let id = 0;
  const blocker = {
    start: () => {
      held.add((id += 1));
      return id;
    },
    stop: (gone: number) => void held.delete(gone),
  };
  const stay = new StayAwake(blocker);
  const turn = (state: TurnState, turnId = "t1") =>
    stay.take({ type: "turn-changed", turn: sampleTurn({ id: turnId, state }) });
  return { stay, held, turn };
}

describe("the machine's sleep", () => {
  it("is held off once, while any turn works", () => {
    const { held, turn } = awake();
    turn("streaming");
    turn("calling");
    turn("streaming", "t2");
    expect(held.size).toBe(1);
    turn("finished");
    expect(held.size).toBe(1);
    turn("stopped", "t2");
    expect(held.size).toBe(0);
  });

  it("may come while a turn waits for the person, and not when it goes on", () => {
    const { held, turn } = awake();
    turn("calling");
    turn("awaiting-approval");
    expect(held.size).toBe(0);
    turn("calling");
    expect(held.size).toBe(1);
  });

  it("may come when the app ends", () => {
    const { stay, held, turn } = awake();
    turn("calling");
    stay.dispose();
    expect(held.size).toBe(0);
  });
});

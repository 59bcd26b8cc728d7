import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { WindowMeter } from "../../../src-preload/model/model-view.ts";
import { FakeBridge } from "../../fixtures/fake-bridge.ts";
import { renderWindow } from "../../fixtures/render-window.tsx";
import { sampleMessage, sampleSnapshot } from "../../fixtures/renderer-samples.ts";

const meter: WindowMeter = {
  usedTokens: 62_000,
  contextTokens: 200_000,
  dollars: null,
  shortenedResults: 9,
  summarised: false,
};

const bridge = () =>
  new FakeBridge({}, [
    sampleSnapshot({
      messages: [1, 2].map((sequence) =>
        sampleMessage({
          id: `m${sequence}`,
          turnId: `t${sequence}`,
          sequence,
          parts: [{ type: "text", text: `part ${sequence}` }],
        }),
      ),
    }),
  ]);

const bar = () => screen.getByRole("progressbar", { name: "What the model sees" });

test("the meter says how much the model sees, and what is left out (M31)", async () => {
  const { fire } = await renderWindow(bridge());
  expect(screen.queryByRole("progressbar", { name: "What the model sees" })).toBeNull();
  await fire({ type: "window-changed", conversationId: "c1", window: meter });
  const whole = bar().parentElement;
  expect(whole?.textContent).toBe("Model sees 62k of 200k");
  expect(whole?.title).toBe(
    "What the model sees: 62,000 of 200,000 tokens. 9 old results are shortened or without their pictures.",
  );
  expect(whole?.className).toBe("meter");
});

test("the meter warns from 85 per cent on, and tells the cost where it is known", async () => {
  const { fire } = await renderWindow(bridge());
  const window = { ...meter, usedTokens: 170_000, dollars: 0.423 };
  await fire({ type: "window-changed", conversationId: "c1", window });
  expect(bar().parentElement?.className).toBe("meter warn");
  expect(bar().parentElement?.textContent).toContain("$0.42");
});

test("where a summary stands for older messages, the person sees it and can read it", async () => {
  const { fire, user } = await renderWindow(bridge());
  const summary = {
    id: "s1",
    conversationId: "c1",
    through: 1,
    text: "They did it.",
    createdAt: 0,
  };
  await fire({ type: "summary-added", summary });
  const line = await screen.findByRole("button", {
    name: /^From here on the model sees a summary/,
  });
  await user.click(line);
  const text = screen.getByRole("log", { name: "Conversation" }).textContent ?? "";
  expect(text.indexOf("part 1")).toBeLessThan(text.indexOf("They did it."));
  expect(text.indexOf("They did it.")).toBeLessThan(text.indexOf("part 2"));
});

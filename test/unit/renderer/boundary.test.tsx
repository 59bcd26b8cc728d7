import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Boundary } from "../../../src-renderer/components/boundary.tsx";

beforeEach(() => {
  // React tells of every caught fault on the console.
  vi.spyOn(console, "error").mockReturnValue(undefined);
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function Broken(): never {
  throw new Error("cannot be drawn");
}

test("a part that cannot be drawn leaves the rest in place", () => {
  render(
    <>
      <p>the rest</p>
      <Boundary fallback={<p>in its place</p>}>
        <Broken />
      </Boundary>
    </>,
  );
  expect(screen.getByText("the rest")).toBeTruthy();
  expect(screen.getByText("in its place")).toBeTruthy();
});

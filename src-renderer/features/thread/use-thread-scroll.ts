import { useVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useState, type RefObject } from "react";
import type { ThreadRow } from "./thread-rows.ts";

/** How far from the end still counts as being there, in pixels: about two lines. */
const NEAR_END_PX = 48;

/** Rows drawn beyond what is seen, so that scrolling does not show gaps. */
const OVERSCAN_ROWS = 6;

/** Space above the first and below the last row, in pixels. */
const EDGE_PX = 24;

/** Heights before a row was measured, in pixels: about what most of the kind have. */
const usualHeights: Readonly<Record<ThreadRow["kind"], number>> = {
  user: 96,
  byline: 44,
  reasoning: 24,
  text: 96,
  call: 58,
  approval: 320,
  "hand-over": 280,
  question: 320,
  summary: 24,
  queued: 120,
  working: 40,
  "turn-end": 44,
  note: 140,
};

type Rows = Virtualizer<HTMLDivElement, HTMLDivElement>;

export interface ThreadScroll {
  readonly virtualizer: Rows;
  readonly onScroll: () => void;
  /** Whether something was added below while the person read further up. */
  readonly missed: boolean;
  /** Whether the request that waits lies below what is seen. */
  readonly approvalBelow: boolean;
  readonly toEnd: () => void;
  readonly toApproval: () => void;
}

/** The thread's scrolling: it stays at the end while it is there, and never moves what is being read. */
export function useThreadScroll(
  scroller: RefObject<HTMLDivElement | null>,
  rows: readonly ThreadRow[],
): ThreadScroll {
  const virtualizer: Rows = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => usualHeights[rows[index]?.kind ?? "text"],
    getItemKey: (index) => rows[index]?.key ?? index,
    anchorTo: "end",
    followOnAppend: true,
    scrollEndThreshold: NEAR_END_PX,
    overscan: OVERSCAN_ROWS,
    paddingStart: EDGE_PX,
    paddingEnd: EDGE_PX,
  });
  useStartAtEnd(virtualizer);

  const approvalIndex = rows.findIndex(({ kind }) => kind === "approval" || kind === "question");
  const [missed, setMissed] = useState(false);
  const [approvalBelow, setApprovalBelow] = useState(false);

  const look = (): void => {
    if (virtualizer.isAtEnd(NEAR_END_PX)) setMissed(false);
    setApprovalBelow(isBelow(virtualizer, scroller.current, approvalIndex));
  };
  // After every drawing: rows that were measured move the end without a scroll.
  useEffect(look);

  useEffect(() => {
    // By the next frame the list has followed its end, if it was there.
    const frame = requestAnimationFrame(() => {
      if (!virtualizer.isAtEnd(NEAR_END_PX)) setMissed(true);
    });
    return () => cancelAnimationFrame(frame);
  }, [rows, virtualizer]);

  return {
    virtualizer,
    onScroll: look,
    missed,
    approvalBelow,
    toEnd: () => virtualizer.scrollToEnd({ behavior: "smooth" }),
    toApproval: () =>
      virtualizer.scrollToIndex(approvalIndex, { align: "end", behavior: "smooth" }),
  };
}

function useStartAtEnd(virtualizer: Rows): void {
  const [initial] = useState(virtualizer);
  useLayoutEffect(() => initial.scrollToEnd(), [initial]);
}

/** How much of a card must be in sight to be noticed, in pixels: its head and the question. */
const NOTICED_PX = 120;

function isBelow(virtualizer: Rows, scroller: HTMLElement | null, index: number): boolean {
  const row = virtualizer.measurementsCache[index];
  if (!row || !scroller) return false;
  return row.start + NOTICED_PX > scroller.scrollTop + scroller.clientHeight;
}

import { ArrowDown, Hand } from "lucide-react";
import { useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../components/button.tsx";
import { Icon } from "../../components/icon.tsx";
import { useThread } from "../../state/window-state-context.tsx";
import { EmptyThread } from "./empty-thread.tsx";
import { threadRows } from "./thread-rows.ts";
import { ThreadRowView } from "./thread-row-view.tsx";
import { useThreadScroll, type ThreadScroll } from "./use-thread-scroll.ts";

/** What was said and done, in order. Only what is seen is drawn. */
export function ThreadLog() {
  const { t } = useTranslation();
  const thread = useThread((known) => known);
  const rows = useMemo(() => threadRows(thread), [thread]);
  const scroller = useRef<HTMLDivElement>(null);
  const scroll = useThreadScroll(scroller, rows);
  const { virtualizer } = scroll;
  return (
    <div className="log-frame" data-region="thread">
      <div
        className="scroll"
        ref={scroller}
        onScroll={scroll.onScroll}
        role="log"
        aria-label={t("thread.name")}
        // The announcer tells a change at a time; word by word would drown all else.
        aria-live="off"
        // It scrolls, so it must be reachable with the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
      >
        {rows.length === 0 ? (
          <EmptyThread />
        ) : (
          <div className="rows" style={{ height: virtualizer.getTotalSize() }}>
            {virtualizer.getVirtualItems().map((item) => {
              const row = rows[item.index];
              if (!row) return null;
              return (
                <div
                  key={row.key}
                  className={`read-row gap-${row.gap}`}
                  data-index={item.index}
                  ref={virtualizer.measureElement}
                  style={{ transform: `translateY(${item.start}px)` }}
                >
                  <ThreadRowView row={row} />
                </div>
              );
            })}
          </div>
        )}
      </div>
      <JumpButton scroll={scroll} />
    </div>
  );
}

/** What waits comes before what is merely new. */
function JumpButton({ scroll }: { readonly scroll: ThreadScroll }) {
  const { t } = useTranslation();
  if (scroll.approvalBelow) {
    return (
      <Button className="below" onClick={scroll.toApproval}>
        <Icon of={Hand} className="warn" />
        {t("thread.waitingBelow")}
        <Icon of={ArrowDown} />
      </Button>
    );
  }
  if (!scroll.missed) return null;
  return (
    <Button className="below" onClick={scroll.toEnd}>
      {t("thread.newBelow")}
      <Icon of={ArrowDown} />
    </Button>
  );
}

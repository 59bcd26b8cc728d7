import { ChevronDown, ChevronRight } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ServerStatus } from "../../../src-preload/model/server.ts";
import { Button } from "../../components/button.tsx";
import { Chip } from "../../components/chip.tsx";
import { Icon } from "../../components/icon.tsx";
import { visibleText } from "../../components/visible-text.ts";
import { useRequest } from "../../state/use-request.ts";
import { useWindowState } from "../../state/window-state-context.tsx";
import type { Words } from "../../strings/i18n.ts";

type Mark = "isNew" | "isHeldBack" | null;

/** A server's tools on demand, by its own names: how many, which are new and which are held back (S42). */
export function ServerTools({ status }: { readonly status: ServerStatus }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const rows = toolRows(status);
  if (rows.length === 0) return null;
  return (
    <div className="srv-part">
      <button type="button" className="fold" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon of={open ? ChevronDown : ChevronRight} />
        {t("toolList.title")} <span className="num">{toolCounts(t, status)}</span>
      </button>
      {open && (
        <ul className="tail well">
          {rows.map(({ tool, mark }) => (
            <li className="row" key={tool} title={visibleText(tool)}>
              <span className="cut grow">{visibleText(tool)}</span>
              {mark && <Chip need={mark === "isHeldBack"}>{t(`toolList.${mark}`)}</Chip>}
            </li>
          ))}
        </ul>
      )}
      {open && <LookedAtNew status={status} />}
    </div>
  );
}

/** The new ones stay marked until the person says that they have looked at them. */
function LookedAtNew({ status }: { readonly status: ServerStatus }) {
  const { t } = useTranslation();
  const { client } = useWindowState();
  const { run, busy, failure } = useRequest();
  const tools = [...(status.catalogue?.newTools ?? [])];
  if (tools.length === 0) return null;
  const target = { conversationId: status.conversationId, server: status.name };
  return (
    <>
      <div className="srv-acts">
        <Button
          small
          disabled={busy}
          onClick={() => void run(() => client.approveTools({ ...target, tools }))}
        >
          {t("toolList.looked", { count: tools.length })}
        </Button>
      </div>
      {failure && (
        <p className="problem" role="alert">
          {failure.message}
        </p>
      )}
    </>
  );
}

/** What waits for the person first, then what is new, then the rest in the server's order. */
function toolRows({ tools, catalogue }: ServerStatus) {
  const held = catalogue?.heldBack.map(({ tool }) => tool) ?? [];
  const fresh = new Set(catalogue?.newTools.map(({ tool }) => tool));
  const offered = (tools ?? []).filter((tool) => !held.includes(tool));
  const marked = (names: readonly string[], mark: Mark) => names.map((tool) => ({ tool, mark }));
  return [
    ...marked(held, "isHeldBack"),
    ...marked(
      offered.filter((tool) => fresh.has(tool)),
      "isNew",
    ),
    ...marked(
      offered.filter((tool) => !fresh.has(tool)),
      null,
    ),
  ];
}

/** `12, 1 new, 2 held back`. */
function toolCounts(t: Words, { tools, catalogue }: ServerStatus): string {
  const fresh = catalogue?.newTools.length ?? 0;
  const held = catalogue?.heldBack.length ?? 0;
  return [
    String(tools?.length ?? 0),
    ...(fresh > 0 ? [t("toolList.new", { count: fresh })] : []),
    ...(held > 0 ? [t("toolList.heldBack", { count: held })] : []),
  ].join(", ");
}

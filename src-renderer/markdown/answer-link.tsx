import type { ComponentProps, MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import { visibleText } from "../components/visible-text.ts";
import { useWindowState } from "../state/window-state-context.tsx";
import { linkTarget } from "./link-target.ts";
import { textOfNode, type NodeProps } from "./text-node.ts";

/** A link of an answer. It never leads away: main opens it in the person's own browser, if at all. */
export function AnswerLink({ href, node, children }: ComponentProps<"a"> & NodeProps) {
  const { t } = useTranslation();
  const { client, actions } = useWindowState();
  const { url, place, misleading } = linkTarget(href, textOfNode(node));

  const open = (event: MouseEvent): void => {
    event.preventDefault();
    if (url !== null) void actions.attempt(() => client.openLink({ url }));
  };

  if (url === null) {
    return (
      <span className="dead-link" title={t("markdown.notOpened", { place })}>
        {children}
      </span>
    );
  }
  return (
    <>
      <a
        href={url}
        title={`${place}\n${visibleText(url)}`}
        rel="noreferrer"
        draggable={false}
        onClick={open}
        onAuxClick={(event) => event.preventDefault()}
      >
        {children}
      </a>
      {misleading && <span className="true-host"> {t("markdown.trueHost", { place })}</span>}
    </>
  );
}

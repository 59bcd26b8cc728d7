import { ChevronLeft, ChevronRight, X } from "lucide-react";
import type { KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../components/dialog.tsx";
import { IconButton } from "../../components/icon-button.tsx";
import { PageAddress } from "../../components/page-address.tsx";
import { fullTime, fileSize } from "../../strings/format.ts";
import { useThread, useView, useWindowState } from "../../state/window-state-context.tsx";
import { picturesOf, type TakenPicture } from "./pictures-of.ts";
import { pictureUrl } from "./picture-url.ts";
import { pictureAlt, pictureSize } from "./picture-words.ts";
import { DragHandle, SaveButton } from "./screenshot.tsx";

/** One picture large; ← and → go through all of the conversation. */
export function Lightbox() {
  const enlarged = useView((view) => view.enlarged);
  return enlarged === null ? null : <OpenLightbox file={enlarged} />;
}

function OpenLightbox({ file }: { readonly file: string }) {
  const { t } = useTranslation();
  const { view } = useWindowState();
  const thread = useThread((known) => known);
  const pictures = picturesOf(thread);
  const index = pictures.findIndex(({ picture }) => picture.file === file);
  // The picture of an approval need not be one of the thread's: it is shown alone.
  const current = pictures[index];
  const position = current ? `${index + 1} / ${pictures.length}` : "";

  const fileAt = (by: number): string | undefined => current && pictures[index + by]?.picture.file;
  const go = (next: string | undefined): void => {
    if (next !== undefined) view.setState({ enlarged: next });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "ArrowLeft") go(fileAt(-1));
    if (event.key === "ArrowRight") go(fileAt(1));
  };

  return (
    <Dialog
      open
      shape="sheet"
      title={t("screenshot.large")}
      onKeyDown={onKeyDown}
      onClose={() => view.setState({ enlarged: null })}
    >
      <div className="lightbox">
        <LightboxBar position={position} title={thread.summary.title} />
        <div className="canvas">
          <StepButton direction="earlier" file={fileAt(-1)} onStep={go} />
          <img
            className="big"
            src={pictureUrl(file)}
            alt={current ? pictureAlt(t, current.call) : t("approval.pageNow")}
          />
          <StepButton direction="later" file={fileAt(1)} onStep={go} />
        </div>
        {current && <LightboxInfo taken={current} />}
      </div>
    </Dialog>
  );
}

interface StepButtonProps {
  readonly direction: "earlier" | "later";
  readonly file: string | undefined;
  readonly onStep: (file: string | undefined) => void;
}

function StepButton({ direction, file, onStep }: StepButtonProps) {
  const { t } = useTranslation();
  const isEarlier = direction === "earlier";
  return (
    <IconButton
      icon={isEarlier ? ChevronLeft : ChevronRight}
      label={t(isEarlier ? "screenshot.earlier" : "screenshot.later")}
      keys={isEarlier ? "←" : "→"}
      disabled={file === undefined}
      onClick={() => onStep(file)}
    />
  );
}

function LightboxBar(props: { readonly position: string; readonly title: string }) {
  const { t } = useTranslation();
  const { view } = useWindowState();
  return (
    <header className="bar-top">
      <h2 className="title">{t("screenshot.pictures")}</h2>
      <span className="faint t13 cut">{props.title}</span>
      <span className="grow" />
      <span className="muted t13 num">{props.position}</span>
      <IconButton
        icon={X}
        label={t("dialog.close")}
        keys="Esc"
        onClick={() => view.setState({ enlarged: null })}
      />
    </header>
  );
}

function LightboxInfo({ taken }: { readonly taken: TakenPicture }) {
  const { t } = useTranslation();
  const { picture, call } = taken;
  const facts = [
    call.finishedAt !== null && fullTime(call.finishedAt),
    pictureSize(t, picture),
    fileSize(t, picture.bytes),
  ];
  return (
    <footer className="info">
      <div className="grow">
        <p className="cut">{call.page && <PageAddress url={call.page.url} />}</p>
        <p className="t13 faint num cut">{facts.filter(Boolean).join(", ")}</p>
      </div>
      <SaveButton picture={picture} />
      <DragHandle picture={picture} />
    </footer>
  );
}

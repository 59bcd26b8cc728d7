import { GripVertical, Save } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Picture } from "../../../src-preload/model/content.ts";
import type { ToolCall } from "../../../src-preload/model/tool-call.ts";
import { Icon } from "../../components/icon.tsx";
import { IconButton } from "../../components/icon-button.tsx";
import { PageAddress } from "../../components/page-address.tsx";
import { useConversationId, useWindowState } from "../../state/window-state-context.tsx";
import { timeWithSeconds } from "../../strings/format.ts";
import { pictureUrl } from "./picture-url.ts";
import { pictureAlt, pictureKind, pictureSize } from "./picture-words.ts";
import { usePictureDrag } from "./use-picture-drag.ts";

interface ScreenshotProps {
  readonly picture: Picture;
  readonly call: ToolCall;
}

/** A picture in the thread. It keeps its place before it has loaded. */
export function Screenshot({ picture, call }: ScreenshotProps) {
  const { t } = useTranslation();
  const { view } = useWindowState();
  const drag = usePictureDrag(picture.file);
  const alt = pictureAlt(t, call);
  return (
    <figure className="shot">
      <button
        type="button"
        className="pic"
        title={t("screenshot.enlarge")}
        style={{ aspectRatio: shapeOf(picture) }}
        {...drag}
        onClick={() => view.setState({ enlarged: picture.file })}
      >
        <img src={pictureUrl(picture.file)} alt={alt} draggable={false} decoding="async" />
      </button>
      <figcaption>
        <span className="caption grow">
          {call.page && <PageAddress url={call.page.url} />}
          <span className="faint num">{captionOf(pictureSize(t, picture), call.finishedAt)}</span>
        </span>
        <SaveButton picture={picture} />
        <DragHandle picture={picture} />
      </figcaption>
    </figure>
  );
}

/** The way of a drag for those who use the keyboard: asks where to. */
export function SaveButton({ picture }: { readonly picture: Picture }) {
  const { t } = useTranslation();
  const { client, actions } = useWindowState();
  const conversationId = useConversationId();
  const save = () => client.savePicture({ conversationId, file: picture.file });
  return (
    <IconButton
      icon={Save}
      label={t("screenshot.save")}
      onClick={() => void actions.attempt(save)}
    />
  );
}

/** The dashed handle: dashed means that it can be dragged. */
export function DragHandle({ picture }: { readonly picture: Picture }) {
  const { t } = useTranslation();
  return (
    <span className="drag" title={t("screenshot.dragHint")} {...usePictureDrag(picture.file)}>
      <Icon of={GripVertical} />
      {t("screenshot.dragOut", { kind: pictureKind(picture) })}
    </span>
  );
}

/** The usual shape of a page, where the picture's own is not known. */
const PAGE_SHAPE = "16 / 10";

function shapeOf({ width, height }: Picture): string {
  return width && height ? `${width} / ${height}` : PAGE_SHAPE;
}

function captionOf(size: string | null, at: number | null): string {
  return [at !== null && timeWithSeconds(at), size].filter(Boolean).join(", ");
}

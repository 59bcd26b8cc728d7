import { ImageOff } from "lucide-react";
import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../components/icon.tsx";
import { visibleText } from "../components/visible-text.ts";

/**
 * In place of every picture of an answer: loading one would tell its host that, when and what
 * was read (S24).
 */
export function PicturePlaceholder({ alt, src }: ComponentProps<"img">) {
  const { t } = useTranslation();
  const host = typeof src === "string" && URL.canParse(src) ? new URL(src).host : "";
  return (
    <span className="no-image">
      <Icon of={ImageOff} />
      {t(host ? "markdown.pictureOf" : "markdown.picture", {
        alt: alt ?? "",
        host: visibleText(host),
      })}
    </span>
  );
}

import { useTranslation } from "react-i18next";
import type { Message } from "../../../src-preload/model/message.ts";
import { timeOfDay } from "../../strings/format.ts";

/** What the person wrote, as it was written. */
export function UserMessage({ message }: { readonly message: Message }) {
  const { t } = useTranslation();
  const text = message.parts
    .flatMap((part) => (part.type === "text" ? [part.text] : []))
    .join("\n");
  return (
    <div className="user">
      <p className="who num">{t("thread.you", { time: timeOfDay(message.createdAt) })}</p>
      <div className="bubble">{text}</div>
    </div>
  );
}

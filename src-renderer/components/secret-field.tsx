import { Eye, EyeOff } from "lucide-react";
import { useState, type ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "./field.tsx";
import { IconButton } from "./icon-button.tsx";

interface SecretFieldProps extends ComponentProps<typeof Field> {
  /** What the button that shows it, and the one that hides it, are called; a key's by themselves. */
  readonly showLabel?: string;
  readonly hideLabel?: string;
}

/** A field for a key or a password: hidden until the person asks to see it. */
export function SecretField({ showLabel, hideLabel, ...props }: SecretFieldProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  return (
    <Field
      {...props}
      type={shown ? "text" : "password"}
      end={
        <IconButton
          icon={shown ? EyeOff : Eye}
          label={shown ? (hideLabel ?? t("models.hideKey")) : (showLabel ?? t("models.showKey"))}
          className="in-field"
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}

import { Eye, EyeOff } from "lucide-react";
import { useState, type ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "./field.tsx";
import { IconButton } from "./icon-button.tsx";

/** A field for a key or a password: hidden until the person asks to see it. */
export function SecretField(props: ComponentProps<typeof Field>) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  return (
    <Field
      {...props}
      type={shown ? "text" : "password"}
      end={
        <IconButton
          icon={shown ? EyeOff : Eye}
          label={t(shown ? "models.hideKey" : "models.showKey")}
          className="in-field"
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}

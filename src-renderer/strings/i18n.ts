import { createInstance, type TFunction } from "i18next";
import { initReactI18next } from "react-i18next";
import { en } from "./en.ts";

declare module "i18next" {
  interface CustomTypeOptions {
    returnNull: false;
    resources: { translation: typeof en };
  }
}

/** How a pure function gets its words. */
export type Words = TFunction;

export const i18n = createInstance();

void i18n.use(initReactI18next).init({
  lng: "en",
  resources: { en: { translation: en } },
  // React escapes what it draws; twice would show the escapes.
  interpolation: { escapeValue: false },
  // The words are in the bundle: nothing to wait for.
  initAsync: false,
});

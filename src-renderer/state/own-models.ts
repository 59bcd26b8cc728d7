import type { ModelConnection, Settings } from "../../src-preload/model/settings.ts";

/** Whether the person connected it: the practice model is in every app, and nobody connected it. */
export function isOwnModel({ provider }: ModelConnection): boolean {
  return provider !== "practice";
}

/** Whether there is a model that could do more than follow the tour's script. */
export function hasOwnModel({ models }: Settings): boolean {
  return models.some(isOwnModel);
}

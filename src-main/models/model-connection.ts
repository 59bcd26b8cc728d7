import type { ModelConnection } from "../../src-preload/model/settings.ts";
import type { RemoteProvider } from "./model-address.ts";

/** What is needed of a connection to ask its model. */
export type RemoteConnection = Pick<ModelConnection, "baseUrl" | "model"> & {
  readonly provider: RemoteProvider;
};

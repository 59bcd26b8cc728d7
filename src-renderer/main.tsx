import "./before-all.ts";
import "@fontsource-variable/inter";
import "./styles/app.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createClient } from "./bridge/client.ts";
import { windowBridge } from "./bridge/window-bridge.ts";
import { App } from "./frame/app.tsx";
import { createWindowState } from "./state/window-state.ts";

const root = document.querySelector("#root");
if (!root) throw new Error("The page has no #root.");

createRoot(root).render(
  <StrictMode>
    <App state={createWindowState(createClient(windowBridge()))} />
  </StrictMode>,
);

import type { Risk } from "../../src-preload/model/approval.ts";
import { assertNever } from "../base/assert-never.ts";
import { browserTool, type ToolRisk } from "./browser-tools.ts";
import { addressOf, schemeOf, siteOf } from "./site.ts";

export type Arguments = Readonly<Record<string, unknown>>;

/** What a call of a browser tool can do (M30). */
export function riskOf(tool: string, args: Arguments): Risk {
  return toolRisk(tool, args).risk;
}

/**
 * The site that a call of a browser tool would work on: the one of the address that it opens, else the
 * page's. Null when there is none or more than one.
 */
export function siteOfCall(tool: string, args: Arguments, pageUrl: string | null): string | null {
  const { reach } = toolRisk(tool, args);
  switch (reach) {
    case "address":
      return siteOfText(addressGiven(args));
    case "page":
      return siteOfText(pageUrl);
    case "beyond":
      return null;
    default:
      return assertNever(reach);
  }
}

function toolRisk(tool: string, args: Arguments): ToolRisk {
  switch (tool) {
    case "browser_navigate":
      return navigation(args);
    case "browser_tabs":
      return tabs(args);
    case "browser_file_upload":
    case "browser_drop":
      return namesFiles(args) ? { risk: "upload", reach: "page" } : browserTool(tool);
    default:
      return browserTool(tool);
  }
}

/** `javascript:` runs in the page that is open, as code given to `browser_evaluate` does. */
function navigation(args: Arguments): ToolRisk {
  const address = addressGiven(args);
  const runsCode = address !== null && schemeOf(address) === "javascript:";
  return runsCode ? browserTool("browser_evaluate") : browserTool("browser_navigate");
}

/** Null for what is no text: the browser server refuses it. */
function addressGiven(args: Arguments): string | null {
  const url = args["url"];
  return typeof url === "string" ? addressOf(url) : null;
}

function siteOfText(url: string | null): string | null {
  return url === null ? null : siteOf(url);
}

/** An empty tab carries nothing anywhere; one with an address is a navigation. */
function tabs(args: Arguments): ToolRisk {
  const action = args["action"];
  if (action === "new" && args["url"] !== undefined) return navigation(args);
  const looksOnly = action === "list" || action === "select" || action === "new";
  return looksOnly ? { risk: "read", reach: "page" } : browserTool("browser_tabs");
}

/** Without paths an upload only closes the file chooser, and a drop holds text. */
function namesFiles(args: Arguments): boolean {
  const paths = args["paths"];
  return paths !== undefined && !(Array.isArray(paths) && paths.length === 0);
}

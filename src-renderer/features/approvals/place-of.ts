import type { ApprovalRequest } from "../../../src-preload/model/approval.ts";

/**
 * The address to show with a request. The site that was decided about comes first; the open page
 * adds its path only where it is of that very site, since a call can be about to leave the page.
 */
export function placeOf({ site, page }: Pick<ApprovalRequest, "site" | "page">): string | null {
  if (!page || !URL.canParse(page.url)) return site;
  return site === null || new URL(page.url).origin === site ? page.url : site;
}

/*
 * What must hold before any other module of the window runs; imported first by main.tsx.
 */
import { z } from "zod";

declare global {
  var __webpack_nonce__: string | undefined;
}

// The content policy forbids eval, which zod would try for speed (S19).
z.config({ jitless: true });

// Radix puts style elements into the page; with this load's nonce the policy lets them through.
const nonce = document.querySelector('meta[property="csp-nonce"]')?.getAttribute("content");
if (nonce) globalThis.__webpack_nonce__ = nonce;

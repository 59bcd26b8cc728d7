import type { Picture } from "../../../src-preload/model/content.ts";
import type { DocumentBlock, ExportDocument } from "./document.ts";

const STYLE = `
body { max-width: 48rem; margin: 2rem auto; padding: 0 1rem; font: 16px/1.5 system-ui, sans-serif; color-scheme: light dark; }
h2 { font-size: 1rem; margin-top: 2rem; border-top: 1px solid #8886; padding-top: 1rem; }
p, pre { white-space: pre-wrap; overflow-wrap: anywhere; }
pre { font: 13px/1.4 ui-monospace, monospace; background: #8881; padding: .5rem; border-radius: 4px; }
img { max-width: 100%; border: 1px solid #8886; }
time { font-weight: normal; opacity: .7; }
`;

/** The document as one page that opens anywhere: pictures inside, no script, nothing from elsewhere. */
export function toHtml(
  document: ExportDocument,
  bytesOf: (picture: Picture) => string | null,
): string {
  const title = escaped(document.title);
  const note = document.note ? `<p><em>${escaped(document.note)}</em></p>\n` : "";
  const entries = document.entries.map(
    ({ who, when, blocks }) =>
      `<h2>${escaped(who)} <time>${escaped(when)}</time></h2>\n${blocks.map((block) => blockOf(block, bytesOf)).join("\n")}`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${title}</h1>
${note}${entries.join("\n")}
</body>
</html>
`;
}

function blockOf(block: DocumentBlock, bytesOf: (picture: Picture) => string | null): string {
  switch (block.kind) {
    case "text":
      return `<p>${escaped(block.text)}</p>`;
    case "picture": {
      const base64 = bytesOf(block.picture);
      if (base64 === null) return "<p><em>A picture that is missing.</em></p>";
      return `<img alt="Picture" src="data:${escaped(block.picture.mimeType)};base64,${base64}">`;
    }
    case "call":
      return `<details><summary>${escaped(block.name)} (${escaped(block.state)})</summary>
<pre>${escaped(block.arguments)}</pre>
<pre>${escaped(block.result)}</pre>
</details>`;
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

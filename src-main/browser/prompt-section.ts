/** What the model is told while a browser tool is active (M27). */
export const BROWSER_PROMPT = `## Browser
- browser_* tools drive a real browser. Use browser_snapshot (an accessibility tree with element refs) to read a page and find refs for click/type; it is cheaper and more reliable than screenshots.
- Take a screenshot without \`filename\` only when you need to see the visual layout yourself or to show it to the person: the image comes back to you and is shown to the person too.
- Files the browser saves (screenshots with a filename such as browser/<name>.png, PDFs, downloads) are under browser/ in the workspace.
- Close the browser (browser_close) when a task is finished. Browser state may be reset after a long pause.
- Don't enter passwords or payment details unless the user explicitly asks for that specific site.`;

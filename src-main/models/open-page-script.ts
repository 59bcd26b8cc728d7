import {
  inOrder,
  lastWords,
  promptOf,
  type PracticeScript,
  type PracticeStep,
} from "./practice-script.ts";

/** The practice model's first words, wherever it is met: nobody may take it for an AI. */
export const PRACTICE_NOTICE =
  "I am the practice model: I follow a fixed script, no AI reads or writes here.";

const HOW_TO_CONNECT =
  "To work with a real model, connect one in the settings under Models: Anthropic with a key, or any server that speaks like OpenAI, also one on this computer.";

/**
 * What the practice model does outside the tour: opens the page that the message names, reads it,
 * takes a picture and sums up; without an address it says what it is.
 */
export const openPageScript: PracticeScript = (request) => {
  const url = addressIn(promptOf(request.transcript));
  if (url === null) {
    return lastWords(
      `${PRACTICE_NOTICE} Send me a message with a web address, and I open that page, read it and take a picture.\n\n${HOW_TO_CONNECT}`,
    );
  }
  return openPage(url)(request);
};

function openPage(url: string): PracticeScript {
  const steps: readonly PracticeStep[] = [
    () => ({
      text: `${PRACTICE_NOTICE} Your message holds an address, so I open ${url}.`,
      calls: [{ tool: "browser_navigate", arguments: { url } }],
    }),
    () => ({
      text: "The page is open. Now I read it.",
      calls: [{ tool: "browser_snapshot", arguments: {} }],
    }),
    ({ results }) => ({
      text: `I have read it: ${titleIn(results)}. A picture shows what it looks like.`,
      calls: [{ tool: "browser_take_screenshot", arguments: { type: "png", scale: "css" } }],
    }),
    ({ results }) => ({
      text: `That is all my script holds: I opened ${url} (${titleIn(results)}), read it and took a picture.\n\n${HOW_TO_CONNECT}`,
    }),
  ];
  return inOrder(steps, {
    toolMissing: (tool) =>
      `I cannot go on: the tool ${tool} is not there. Set up the browser in the settings, then send the message again.`,
    callFailed: (result) =>
      `The last step did not work, so I stop here. It said: ${firstLine(result)}`,
  });
}

/** The first web address in a text, without the punctuation of the sentence around it. */
function addressIn(text: string): string | null {
  const found = /https?:\/\/[^\s<>"'`]+/i.exec(text)?.[0].replace(/[).,;:!?\]}]+$/, "");
  return found !== undefined && URL.canParse(found) ? found : null;
}

/** As the browser server reports it after an action. */
function titleIn(results: readonly string[]): string {
  const title = /^- Page Title: (.+)$/m.exec(results.join("\n"))?.[1];
  return title === undefined ? "it has no title" : `its title is “${title}”`;
}

/** The first line that says something: a heading alone does not. */
export function firstLine(result: string): string {
  const lines = result.split("\n").map((line) => line.trim());
  return lines.find((line) => line !== "" && !line.startsWith("#")) ?? "nothing";
}

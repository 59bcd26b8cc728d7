/** A request of ours, not the SDK's, that was answered with another status than success. */
export class HttpRefusal extends Error {
  readonly statusCode: number;
  readonly responseHeaders: Readonly<Record<string, string>>;

  constructor(response: Response, words: string) {
    super(words);
    this.statusCode = response.status;
    this.responseHeaders = Object.fromEntries(response.headers);
  }
}

/** Longest refusal that is read, in characters: some servers send a whole web page. */
const MAX_BODY_CHARS = 2_000;

/** Reads why the server refused, in whichever form it says so; its status alone where it says nothing. */
export async function refusalOf(response: Response): Promise<HttpRefusal> {
  const body = (await response.text().catch(() => "")).slice(0, MAX_BODY_CHARS);
  return new HttpRefusal(response, wordsIn(body) ?? response.statusText);
}

function wordsIn(body: string): string | null {
  try {
    const { error, message } = JSON.parse(body) as { error?: unknown; message?: unknown };
    if (typeof error === "string") return error;
    const inner = (error as { message?: unknown } | undefined)?.message;
    return [inner, message].find((words): words is string => typeof words === "string") ?? null;
  } catch {
    // A page for people says nothing that fits into a sentence.
    return body.trimStart().startsWith("<") ? null : body;
  }
}

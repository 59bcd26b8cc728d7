const BYTES_PER_MEGABYTE = 1_000_000;
const MS_PER_SECOND = 1000;

/** A failure whose message says all that the person needs, so that no stack is shown with it. */
export class PlainError extends Error {}

export function say(sentence) {
  console.log(sentence);
}

export function megabytes(bytes) {
  return `${Math.round(bytes / BYTES_PER_MEGABYTE)} MB`;
}

export function secondsSince(startedAt) {
  return `${((performance.now() - startedAt) / MS_PER_SECOND).toFixed(1)} s`;
}

/**
 * Does one piece of work under one printed line: what it is while it runs, then how long it took.
 * The work may call the function it is given to say how far it has come; only a terminal shows that.
 */
export async function step(what, work) {
  const startedAt = performance.now();
  const { stdout } = process;
  const showProgress = (progress) => stdout.isTTY && stdout.write(`\r${what} … ${progress}\x1b[K`);
  stdout.write(`${what} … `);
  try {
    const result = await work(showProgress);
    showProgress("");
    stdout.write(`${secondsSince(startedAt)}\n`);
    return result;
  } catch (error) {
    stdout.write(`failed after ${secondsSince(startedAt)}\n`);
    throw error;
  }
}

/** Runs a script's main function, which returns the exit code. */
export async function runScript(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    console.error(explain(error));
    process.exitCode = 1;
  }
}

/** The sentence of a plain error, the stack of any other. A mistyped option is no fault of ours either. */
export function explain(error) {
  const isPlain = error instanceof PlainError || error.code?.startsWith("ERR_PARSE_ARGS");
  return isPlain ? error.message : error.stack;
}

/*
 * A command line for a batch file, such as npm's `npx.cmd`, that is read three times: by the cmd.exe
 * that is started, once more where the file hands its arguments on by `%*`, and by the program behind
 * it, which splits them as CommandLineToArgvW does.
 *
 * The last reader takes `\"` for a quote within an argument, the first two take it for the end of
 * quoting. So it is written down where each of them stands: what cmd.exe would act on is only ever
 * written where cmd.exe is within quotes, and a blank only where the program is. A quote moves both.
 * What is written so comes out of cmd.exe as it went in, however often it is read.
 */

/** What means nothing to any of the readers, quoted or not. */
const PLAIN = /^[\w\-./\\:]+$/;

/** What parts arguments for the program behind the batch file. */
const BLANK = /^[ \t]$/;

/**
 * Percent signs hold no matter what is quoted. Behind the first stands a piece of length 0 of a
 * variable that is always there, so that no other variable's name is read.
 */
const LONE_PERCENT = "%%cd:~,%";

/** What cmd.exe is to run, with no more than its own quotes around it still to come. */
export function batchLine(file: string, args: readonly string[]): string {
  let line = `"${file}"`;
  for (const arg of args) line += ` ${argument(arg, isWithinQuotes(line))}`;
  return line.replaceAll("%", LONE_PERCENT);
}

/** An argument with a quote in it may leave cmd.exe within quotes, where the next one then begins. */
const isWithinQuotes = (line: string): boolean => line.split('"').length % 2 === 0;

function argument(arg: string, cmdIsWithin: boolean): string {
  if (PLAIN.test(arg)) return arg;
  const state = { cmd: !cmdIsWithin, program: true };
  let text = '"';
  const move = () => {
    text += `${trailingBackslashes(text)}"`;
    state.cmd = !state.cmd;
    state.program = !state.program;
  };
  for (const char of arg) {
    if (char === '"') {
      text += `${trailingBackslashes(text)}\\"`;
      state.cmd = !state.cmd;
      continue;
    }
    const isBlank = BLANK.test(char);
    if (isBlank ? !state.program : !state.cmd && !PLAIN.test(char)) move();
    text += char;
  }
  if (state.program) move();
  return text;
}

/** Only before a quote does a backslash have to be doubled. */
const trailingBackslashes = (text: string): string => /\\*$/.exec(text)?.[0] ?? "";

import type { Examination, ExaminationStep } from "../../../src-preload/model/examination.ts";

const stepWords: Readonly<Record<ExaminationStep["step"], string>> = {
  entry: "Configuration read",
  command: "Command found",
  preparation: "Prepared",
  process: "Process started",
  handshake: "Answered",
  tools: "Tools listed",
  browser: "Browser opened",
};

const marks: Readonly<Record<ExaminationStep["outcome"], string>> = {
  done: "ok",
  failed: "FAILED",
  "not-reached": "not reached",
};

/** An examination as plain text, for a terminal or a report that is sent to somebody. */
export function examinationText(examination: Examination): string {
  return [
    ...verdict(examination),
    "",
    "What was tried",
    ...examination.steps.map(stepLine),
    ...commandLines(examination),
    ...endLines(examination),
  ].join("\n");
}

function verdict({ server, works, cause, waysOut }: Examination): readonly string[] {
  if (works) return [`The server "${server}" works.`];
  const ways = waysOut.map((way, index) => `  ${index + 1}. ${way}`);
  return [`The server "${server}" does not work: ${cause}`, "", "What to do", ...ways];
}

function stepLine({ step, outcome, detail, ms }: ExaminationStep): string {
  const time = ms === null ? "" : ` (${ms} ms)`;
  return `  ${stepWords[step]}: ${[marks[outcome], detail].filter(Boolean).join(", ")}${time}`;
}

function commandLines({ command }: Examination): readonly string[] {
  if (!command) return [];
  const { program, args, cwd, variables, foundAt, searched } = command;
  return [
    "",
    "What was run",
    `  ${[program, ...args].map((word) => JSON.stringify(word)).join(" ")}`,
    `  in ${cwd}`,
    ...(variables.length > 0 ? [`  with the variables ${variables.join(", ")}`] : []),
    foundAt ? `  found at ${foundAt}` : `  not found in ${searched.join(", ")}`,
  ];
}

function endLines({ exit, stderrTail }: Examination): readonly string[] {
  const end = exit
    ? [
        "",
        `It ended by itself with ${exit.signal ? `signal ${exit.signal}` : `code ${exit.code}`}.`,
      ]
    : [];
  const tail = stderrTail.length > 0 ? ["", "Last lines of stderr", ...stderrTail] : [];
  return [...end, ...tail];
}

import { AppError } from "../base/errors.ts";

export const USAGE = `Usage:
  cli run --data DIR --provider anthropic|openai|google|ollama|openai-compatible|practice
          [--base-url URL] --model NAME --prompt TEXT [--config mcp.json] [--no-preset]
          [--conversation ID] [--approve all|none] [--headless] [--browser-sandbox off]
          [--browser-executable PATH] [--playwright-root DIR]
  cli mcp list --config mcp.json [--no-preset] [--workspace DIR] [--verbose] [--data DIR]
  cli mcp call --config mcp.json [--no-preset] [--workspace DIR] --server NAME --tool NAME --args JSON
  cli mcp doctor NAME [--config mcp.json] [--no-preset] [--workspace DIR] [--headed] [--json]
  cli mcp import FILE --data DIR | --config mcp.json [--yes]
  cli conversations list|verify --data DIR
  cli conversations show ID --data DIR
  cli conversations search TEXT --data DIR
  cli conversations export ID --format markdown|html|json --out FILE --data DIR
  cli conversations import FILE --data DIR

Results go to stdout as JSON, those of --verbose as text, all else to stderr. The key of a model is read from PILOTHOUSE_API_KEY.`;

/** The command line was not understood: exit code 2. */
export function usageError(what: string): AppError {
  return new AppError("usage", `${what}\n\n${USAGE}`);
}

export const EXIT = { finished: 0, failed: 1, usage: 2, stopped: 130 } as const;

/** Kinds of failed starts that people can do something about (M19). */
export type FailureClass =
  | "profile-locked"
  | "executable-not-found"
  | "missing-library"
  | "sandbox-unavailable"
  | "out-of-memory"
  | "port-in-use"
  | "permission-denied"
  | "module-not-found"
  | "node-too-old";

export interface KnownFailure {
  readonly class: FailureClass;
  /** What is wrong, for a person. */
  readonly sentence: string;
  /** What to do about it. */
  readonly wayOut: string;
}

interface Rule extends KnownFailure {
  readonly pattern: RegExp;
}

/** The first that matches holds: the narrow ones come before the wide ones. */
const rules: readonly Rule[] = [
  {
    class: "profile-locked",
    pattern:
      /already in use for|SingletonLock|profile appears to be in use|user data directory is already in use/i,
    sentence: "Another browser has this conversation's profile open.",
    wayOut: "Close that browser, then call again.",
  },
  {
    class: "sandbox-unavailable",
    pattern:
      /No usable sandbox|sandboxing failed|without --no-sandbox|setuid sandbox|unprivileged user namespaces/i,
    sentence: "The system does not let the browser start its sandbox.",
    wayOut:
      "Allow unprivileged user namespaces for the browser (on Ubuntu an AppArmor profile), or do not run the app as root. The app never switches the sandbox off by itself.",
  },
  {
    class: "missing-library",
    pattern:
      /error while loading shared libraries|cannot open shared object file|Library not loaded|missing dependencies to run browsers/i,
    sentence: "A library that the program needs is not installed.",
    wayOut: "Install the library that the last lines name.",
  },
  {
    class: "executable-not-found",
    pattern: /^(?:\S*\/)?env: .+: No such file or directory$/m,
    sentence:
      "The first line of the server's script asks for a program that is in none of the folders of the PATH.",
    wayOut:
      "Install that program, or write its full path as the command and the script as its first argument.",
  },
  {
    class: "executable-not-found",
    pattern:
      /executable doesn't exist|is not installed; expected executable|distribution '[^']*' is not found|command not found|spawn \S+ ENOENT/i,
    sentence: "A program that is to be started is not there.",
    wayOut: "Set up the browser in the settings, or write the full path of the command.",
  },
  {
    class: "node-too-old",
    pattern:
      /requires? (?:a )?Node(?:\.js)? (?:version )?(?:>=?|v?\d)|Unsupported engine|node: bad option|is not supported by this version of Node/i,
    sentence: "The server needs a newer Node than the one that ran it.",
    wayOut: "Install a current Node, or write the full path of one as the command.",
  },
  {
    class: "module-not-found",
    pattern:
      /Cannot find (?:module|package)|ERR_MODULE_NOT_FOUND|ModuleNotFoundError|No module named/i,
    sentence: "A part of the server is missing.",
    wayOut: "Install the server again, with everything that it depends on.",
  },
  {
    class: "out-of-memory",
    pattern: /heap out of memory|Out of memory|ENOMEM|std::bad_alloc|Cannot allocate memory/i,
    sentence: "The machine, or the server's own limit, had no memory left.",
    wayOut: "Close other conversations or programs, then call again.",
  },
  {
    class: "port-in-use",
    pattern: /EADDRINUSE|address already in use/i,
    sentence: "Another program uses the port that the server wants.",
    wayOut: "End that program, or give the server another port.",
  },
  {
    class: "permission-denied",
    pattern: /EACCES|EPERM|Permission denied|Operation not permitted/i,
    sentence: "The system did not allow something that the server needs.",
    wayOut: "Look in the last lines for what it was, and allow it for your user.",
  },
];

/** What a server's last words say about why it failed; null when they say nothing that is known. */
export function classifyFailure(text: string): KnownFailure | null {
  const found = rules.find(({ pattern }) => pattern.test(text));
  if (!found) return null;
  const { pattern: _pattern, ...known } = found;
  return known;
}

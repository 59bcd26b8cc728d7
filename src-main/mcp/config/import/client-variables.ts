/** A text of another client's entry in the app's own words, and what has to be said about it. */
export interface Translated {
  readonly text: string;
  readonly notes: readonly string[];
  /** Ids of that client's questions to its person. */
  readonly inputs: readonly string[];
  /** Variables that mean something there alone. */
  readonly foreign: readonly string[];
}

const ANY_VARIABLE = /\$\{([^{}]*)\}/g;

/** Of these editors tell what a person has open; a conversation has nothing like them. */
const EDITOR_ALONE =
  /^(?:file|relativeFile|fileBasename|fileDirname|fileExtname|fileWorkspaceFolder|lineNumber|columnNumber|selectedText|cwd|execPath|defaultBuildTask|workspaceFolderBasename|extensionInstallFolder)/;

/** What `${NAME}` and `${env:NAME}` may name. */
const ENVIRONMENT = /^(?:env:[^{}]+|[A-Za-z_][A-Za-z0-9_]*)$/;

const FOLDER_NOTE = "The folder that was open there becomes the conversation's own folder.";

/** Puts the app's variables in place of those of VS Code, Cursor and Claude (M4). */
export function translateVariables(text: string, platform: NodeJS.Platform): Translated {
  const notes: string[] = [];
  const inputs: string[] = [];
  const foreign: string[] = [];
  const translated = text.replace(ANY_VARIABLE, (whole, name: string) => {
    if (/^workspaceFolder(?::|$)/.test(name)) {
      notes.push(FOLDER_NOTE);
      return "${workspace}";
    }
    if (name === "userHome") return platform === "win32" ? "${USERPROFILE}" : "${HOME}";
    if (name === "pathSeparator" || name === "/") return platform === "win32" ? "\\" : "/";
    if (name.startsWith("input:")) {
      inputs.push(name.slice("input:".length));
      return `\${secret:${secretNameOf(name.slice("input:".length))}}`;
    }
    if (EDITOR_ALONE.test(name) || !ENVIRONMENT.test(name)) foreign.push(whole);
    return whole;
  });
  return { text: translated, notes, inputs, foreign };
}

/** A name that can stand in `${secret:NAME}`. */
export function secretNameOf(text: string): string {
  return text.replace(/[^A-Za-z0-9_]/g, "_") || "SECRET";
}

export type Environment = Readonly<Record<string, string>>;

/**
 * What a server inherits of the app's environment (M18), by reason. All else, above all the app's
 * own secrets and every `ELECTRON_`, `NODE_` and `PLAYWRIGHT_` setting, stays here (S37).
 */
const inherited: Readonly<Record<string, readonly string[]>> = {
  "who runs it": [
    "HOME",
    "USER",
    "LOGNAME",
    "SHELL",
    "USERPROFILE",
    "USERNAME",
    "HOMEDRIVE",
    "HOMEPATH",
  ],
  "how it speaks": ["LANG", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "TZ", "TERM"],
  "where it finds things": [
    "PATH",
    "TMPDIR",
    "TEMP",
    "TMP",
    "XDG_RUNTIME_DIR",
    "XDG_CONFIG_HOME",
    "XDG_CACHE_HOME",
    "XDG_DATA_HOME",
  ],
  "where it can show a window": [
    "DISPLAY",
    "WAYLAND_DISPLAY",
    "XAUTHORITY",
    "DBUS_SESSION_BUS_ADDRESS",
  ],
  "how it reaches the network": [
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "NO_PROXY",
    "ALL_PROXY",
    "http_proxy",
    "https_proxy",
    "no_proxy",
    "all_proxy",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
    "NODE_EXTRA_CA_CERTS",
  ],
  "what Windows programs need": [
    "SYSTEMROOT",
    "SYSTEMDRIVE",
    "WINDIR",
    "COMSPEC",
    "PATHEXT",
    "APPDATA",
    "LOCALAPPDATA",
    "PROGRAMDATA",
    "PROGRAMFILES",
    "PROGRAMFILES(X86)",
    "PROCESSOR_ARCHITECTURE",
  ],
};

const inheritedNames = new Set(Object.values(inherited).flat());

/** Windows spells the same name in several ways. */
const isInherited = (name: string, platform: NodeJS.Platform): boolean =>
  inheritedNames.has(platform === "win32" ? name.toUpperCase() : name);

/** The environment of a server: the allow list, and over it the entries that were asked for. */
export function childEnvironment(
  host: NodeJS.ProcessEnv,
  explicit: Environment,
  platform: NodeJS.Platform = process.platform,
): Environment {
  const kept = Object.entries(host).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && isInherited(entry[0], platform),
  );
  return { ...Object.fromEntries(kept), ...explicit };
}

/** The environment's PATH, however the system spells its name; empty where it has none. */
export function pathOf(environment: NodeJS.ProcessEnv): string {
  return environment[pathName(environment)] ?? "";
}

/** The same environment with another PATH. */
export function withPath(environment: NodeJS.ProcessEnv, path: string): NodeJS.ProcessEnv {
  return { ...environment, [pathName(environment)]: path };
}

/** Windows calls it `Path`, and takes any spelling. */
function pathName(environment: NodeJS.ProcessEnv): string {
  return Object.keys(environment).find((name) => name.toUpperCase() === "PATH") ?? "PATH";
}

/** Names of variables, each with the reason why a server is given it. */
type Reasons = Readonly<Record<string, string>>;

const everywhere: Reasons = {
  PATH: "where programs are; a server that is run by a launcher finds the next one by it",
  HOME: "the person's folder: settings, keys and caches of most programs",
  LANG: "the language of messages and the encoding of text",
  LC_ALL: "the same, over all others",
  TZ: "the person's time of day",
  TERM: "whether output may have colours; many ask even when nobody looks",
  HTTP_PROXY: "the only way out of many companies' networks",
  HTTPS_PROXY: "the same, for most addresses",
  ALL_PROXY: "the same, for what has no variable of its own",
  NO_PROXY: "what is reached without it",
  SSL_CERT_FILE: "a company's own certificates, for OpenSSL, Python's uv and Go",
  SSL_CERT_DIR: "the same, as a folder",
  NODE_EXTRA_CA_CERTS: "the same, for Node: it loads certificates and no code",
  REQUESTS_CA_BUNDLE: "the same, for Python's requests and pip",
  CURL_CA_BUNDLE: "the same, for curl",
};

const unix: Reasons = {
  USER: "the account's name",
  LOGNAME: "the same, as POSIX calls it",
  SHELL: "what a server's own terminal tools run",
  LANGUAGE: "languages in the order of preference, for gettext",
  LC_CTYPE: "the encoding of text, where it differs from LANG",
  LC_MESSAGES: "the language of messages, where it differs from LANG",
  LC_COLLATE: "the order of words",
  LC_MONETARY: "how money is written",
  LC_NUMERIC: "how numbers are written",
  LC_TIME: "how dates are written",
  TMPDIR: "where temporary files go; a server gets one of its own",
  XDG_CONFIG_HOME: "settings, where they are not in the usual folder",
  XDG_CACHE_HOME: "caches, where they are not in the usual folder",
  XDG_DATA_HOME: "data, where they are not in the usual folder",
  http_proxy: "curl and many others read only the small letters",
  https_proxy: "the same, for most addresses",
  all_proxy: "the same, for what has no variable of its own",
  no_proxy: "what is reached without it",
};

const linux: Reasons = {
  XDG_RUNTIME_DIR: "the session's sockets, the screen's among them",
  DISPLAY: "the screen, for a browser with a window",
  WAYLAND_DISPLAY: "the same, under Wayland",
  XAUTHORITY: "the right to draw on it",
  DBUS_SESSION_BUS_ADDRESS: "the desktop's services, for a browser with a window",
};

const macos: Reasons = {
  __CF_USER_TEXT_ENCODING: "the encoding of text; without it Apple's libraries read a file for it",
};

const windows: Reasons = {
  PATHEXT: "which files are programs",
  COMSPEC: "the program that runs batch files, npm's among them",
  SYSTEMROOT: "without it sockets and random numbers fail in many programs",
  SYSTEMDRIVE: "the drive of Windows",
  WINDIR: "the same as SYSTEMROOT, for older programs",
  USERPROFILE: "the person's folder",
  HOMEDRIVE: "the same, for older programs",
  HOMEPATH: "the same, for older programs",
  USERNAME: "the account's name",
  USERDOMAIN: "where the account belongs, for files and shares of a company",
  APPDATA: "settings of programs; npm's own programs are there too",
  LOCALAPPDATA: "caches and programs of this person, browsers among them",
  PROGRAMDATA: "data of all persons' programs",
  ALLUSERSPROFILE: "the same, for older programs",
  PUBLIC: "the folder of all persons",
  PROGRAMFILES: "where programs are installed, browsers among them",
  "PROGRAMFILES(X86)": "the same, for 32-bit programs",
  PROGRAMW6432: "the same, as a 32-bit program sees it",
  COMMONPROGRAMFILES: "parts that programs share",
  "COMMONPROGRAMFILES(X86)": "the same, for 32-bit programs",
  COMMONPROGRAMW6432: "the same, as a 32-bit program sees it",
  OS: "by it scripts tell Windows from the rest",
  NUMBER_OF_PROCESSORS: "how much a build may do at once",
  PROCESSOR_ARCHITECTURE: "which build of a program fits",
  TEMP: "where temporary files go; a server gets one of its own",
  TMP: "the same, for other programs",
};

/** Node, Python and others look for a temporary folder under these names on every system. */
const elsewhereToo: Reasons = {
  TEMP: "as TMPDIR, for some programs",
  TMP: "as TMPDIR, for others",
};

/**
 * What a server inherits of the app's environment (M18), by name, each with its reason. All else stays
 * here, above all the app's own secrets and every `ELECTRON_`, `NODE_` and `PLAYWRIGHT_` setting (S37).
 */
export function inheritedVariables(platform: NodeJS.Platform): Reasons {
  if (platform === "win32") return { ...everywhere, ...windows };
  const own = platform === "darwin" ? macos : linux;
  return { ...everywhere, ...unix, ...elsewhereToo, ...own };
}

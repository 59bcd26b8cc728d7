/** Longest message that a person can send, in characters: far above any text typed by hand, far below what would stall the window. */
export const MAX_MESSAGE_CHARS = 500_000;

/** Longest title, name, address or key, in characters. */
export const MAX_FIELD_CHARS = 4_096;

/** Most pictures in one drag: what a file manager still takes without a pause. */
export const MAX_DRAGGED_PICTURES = 100;

/** Most files in one drag, for the same reason. */
export const MAX_DRAGGED_FILES = 100;

/** Longest file of servers that can be dropped, in characters: a thousand times what one usually has. */
export const MAX_IMPORT_CHARS = 4_000_000;
/** Most files of the browser in one list: more nobody reads, and the rest follows when these are gone. */
export const MAX_LISTED_FILES = 500;
/** Most frames in one answer: a screen shows a tenth of them. */
export const MAX_LISTED_FRAMES = 500;
/** Most of one result's text that the window gets, in characters: more stalls it, and nobody reads on. */
export const MAX_SHOWN_TEXT_CHARS = 2_000_000;
/** Most tools that are approved at once: all that are taken of one server. */
export const MAX_APPROVED_TOOLS = 1_000;

/** Longest message that a person can send, in characters: far above any text typed by hand, far below what would stall the window. */
export const MAX_MESSAGE_CHARS = 500_000;

/** Longest title, name, address or key, in characters. */
export const MAX_FIELD_CHARS = 4_096;

/** Most pictures in one drag: what a file manager still takes without a pause. */
export const MAX_DRAGGED_PICTURES = 100;

/** Most tools that are approved at once: all that are taken of one server. */
export const MAX_APPROVED_TOOLS = 1_000;

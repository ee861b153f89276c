/** Raised with every change to the text of context files: those of another format are stale. */
export const FORMAT = 1;

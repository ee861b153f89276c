/** Pixels of each kind of row in a list of blocks. */
export const HEIGHTS = { block: 50, omission: 25, event: 25, entry: 26 };
export const PADDING = 8;
/** Pixels above and below the view that are drawn too. */
export const OVER = 200;

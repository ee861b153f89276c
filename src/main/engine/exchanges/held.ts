import type { Exchange } from '../formats/captured/exchange.ts';

/**
 * A request that was captured: read when it is asked for, since all of them at once are many times what a conversation is. Null where it cannot be read.
 * The same function gives the same as long as it is asked; where more came, such as its answer, there is another.
 */
export type Held = () => Exchange | null;

/** Takes lines of a file in order, and says what they hold so far. */
export interface HeldLines {
  take(line: Buffer): void;
  /** `torn` is the last line, where its end is still to be written. */
  held(torn: Buffer | null): Held[];
}

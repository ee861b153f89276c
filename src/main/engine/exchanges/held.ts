import type { Exchange } from '../formats/captured/exchange.ts';

/** A request that was captured: read when it is asked for, since all of them at once are many times what a conversation is. Null where it cannot be read. */
export type Held = () => Exchange | null;

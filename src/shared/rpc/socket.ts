import type { Push } from './contract.ts';
import type { Answer } from './errors.ts';

/** Where the browser host listens for the window's socket. */
export const SOCKET_PATH = '/rpc';

/** What a window says to the browser host. */
export type UpMessage = { type: 'call'; id: number; method: string; input: unknown } | { type: 'cancel'; id: number };

/** What the browser host says to a window. An answer without a number is to a frame that had none. */
export type DownMessage = { type: 'answer'; id: number | null; answer: Answer<unknown> } | { type: 'push'; push: Push };

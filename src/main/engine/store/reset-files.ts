import type { Handle } from './handle.ts';
import type { Pending } from './pending.ts';

/** Goes on with a reset that was cut short. */
export const finishReset = (_handle: Handle, _pending: Pending): void => {};

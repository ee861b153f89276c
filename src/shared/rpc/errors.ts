import { z } from 'zod';
import { ERROR_CODES } from './tape-error.ts';

export { TapeError, toWireError } from './tape-error.ts';

/** Stable codes: scripts and the window rely on them. */
export const ErrorCode = z.enum(ERROR_CODES);
export type ErrorCode = z.infer<typeof ErrorCode>;

/** The one error envelope. `details` holds plain fields only. */
export const WireError = z.object({
  code: ErrorCode,
  message: z.string(),
  details: z.record(z.string(), z.unknown()).optional(),
});
export type WireError = z.infer<typeof WireError>;

export type Answer<T> = { ok: true; value: T } | { ok: false; error: WireError };

// Without the schema library, so that the terminal starts without it. errors.ts has the schemas.
import { diskFailure } from './disk-reasons.ts';

/** Stable codes: scripts and the window rely on them. */
export const ERROR_CODES = [
  'bad-input',
  'not-found',
  'not-a-log',
  'unreadable',
  'read-only',
  /** The call was understood and may not be done: a conflict, a refuted gate, a broken state contract, a closed fork. */
  'refused',
  /** The disk is full, the folder may not be written, another process holds the lock. */
  'unwritable',
  'cancelled',
  'internal',
] as const;
type Code = (typeof ERROR_CODES)[number];

/** An expected failure: one sentence for people, a code for programs. Anything else that is thrown is a bug. */
export class TapeError extends Error {
  readonly code: Code;
  readonly details: Record<string, unknown> | undefined;

  constructor(code: Code, message: string, details?: Record<string, unknown>) {
    super(message);
    this.name = 'TapeError';
    this.code = code;
    this.details = details;
  }
}

/**
 * Any thrown value as an envelope (`WireError`). What a disk refused is a sentence; the text of what nobody expected is kept, its stack is not.
 */
export function toWireError(thrown: unknown): { code: Code; message: string; details?: Record<string, unknown> } {
  if (thrown instanceof TapeError) {
    return { code: thrown.code, message: thrown.message, ...(thrown.details && { details: thrown.details }) };
  }
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code))
    return { code: 'unreadable', message: `A database of Tapescope is damaged: ${message}.`, details: { damage: code } };
  return diskFailure(thrown) ?? { code: 'internal', message };
}

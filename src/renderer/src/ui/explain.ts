import type { ErrorCode, WireError } from '../../../shared/rpc/errors.ts';

const nextSteps: Record<ErrorCode, string> = {
  'bad-input': 'Check what was asked for, and ask again.',
  'not-found': 'It may have been moved or deleted. The library shows what is there now.',
  'not-a-log': 'Tapescope reads Claude Code transcripts, Bub tapes and its own workspaces.',
  unreadable: 'Check that the file is there and that you may read it.',
  'read-only': 'This window only reads. Start it with tape serve --write to change things from here.',
  refused: 'Nothing was changed.',
  unwritable: 'Nothing was written. Make room, or check that the folder may be written to, and try again.',
  cancelled: 'Nothing was changed. Start it again at any time.',
  internal: 'This is a fault in Tapescope, not in your log. Trying again may help.',
};

/** What a failure says to people. Without a code the connection itself is gone. */
export const failureOf = (
  error: Pick<WireError, 'message'> & { code: ErrorCode | null },
): { message: string; next: string; code: ErrorCode | null } => ({
  message: error.message,
  next: error.code === null ? 'The engine does not answer. Check that it is still running, then reload this page.' : nextSteps[error.code],
  code: error.code,
});

import type { ErrorCode, WireError } from '../../../shared/rpc/errors.ts';

const nextSteps: Record<ErrorCode, string> = {
  'bad-input': 'Check the request, then try again.',
  'not-found': 'It may have been moved or deleted. The library shows what is there.',
  'not-a-log': 'The open dialog names the agents whose logs Tapescope reads; tape formats says what it knows of each.',
  unreadable: 'Check that the file exists and that you may read it.',
  'read-only': 'This window is read-only. Start it with tape serve --write to make changes.',
  refused: 'Nothing was changed.',
  unwritable: 'Nothing was written. Free some space, or check the rights of the folder, then try again.',
  cancelled: 'Nothing was changed. You can start it again.',
  internal: 'This is a bug in Tapescope, not a fault in your log. Trying again may help.',
};

/** What a failure says to people. Without a code the connection itself is gone. */
export function failureOf(error: Pick<WireError, 'message'> & { code: ErrorCode | null }): {
  message: string;
  next: string;
  code: ErrorCode | null;
} {
  return {
    message: error.message,
    next:
      error.code === null ? 'The engine does not answer. Check that it is still running, then reload this page.' : nextSteps[error.code],
    code: error.code,
  };
}

import { CallError } from '../../../shared/rpc/client.ts';
import type { ErrorCode, WireError } from '../../../shared/rpc/errors.ts';
import { Button } from './Button.tsx';
import styles from './Failure.module.css';

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
function failureOf(error: Pick<WireError, 'message'> & { code: ErrorCode | null }): {
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

interface Props {
  error: Error;
  /** The fault is in the window itself, not in a call. */
  fault?: boolean;
  onRetry?: () => void;
}

/** What went wrong, in one sentence, what to do next, and the code in small print. */
export function Failure({ error, fault = false, onRetry }: Props) {
  const { message, next, code } = failureOf(
    error instanceof CallError
      ? error.wire
      : { code: fault ? 'internal' : null, message: fault ? `This could not be drawn: ${error.message}` : error.message },
  );
  return (
    <div className={`${styles.failure} small break-anywhere self-start pad-y-1 pad-x-3`} role="alert">
      <p>{message}</p>
      <p className="dim">
        {next} {code && <code className="tiny faint">{code}</code>}
      </p>
      {onRetry && (
        <Button look="quiet" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}

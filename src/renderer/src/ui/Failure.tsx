import { CallError } from '../../../shared/rpc/client.ts';
import { Button } from './Button.tsx';
import { failureOf } from './explain.ts';
import styles from './Failure.module.css';

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
    <div className={styles.failure} role="alert">
      <p>{message}</p>
      <p className={styles.next}>
        {next} {code && <code className={styles.code}>{code}</code>}
      </p>
      {onRetry && (
        <Button look="quiet" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}

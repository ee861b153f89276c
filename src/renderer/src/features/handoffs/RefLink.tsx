import type { StateRef } from '../../../../shared/model/index.ts';
import { usePick } from '../../state/store.ts';
import styles from './Handoffs.module.css';

const words = { resolved: '', outside: ' outside this tape', broken: ' not on this tape' };

/** A reference: a link where it leads somewhere, a mark where it does not. */
export function RefLink({ refTo, onEntry }: { refTo: StateRef; onEntry: (tape: string, seq: number) => void }) {
  const { tape: open, entry, openTape } = usePick('tape', 'entry', 'openTape');
  const { tape, seq, text, status, label } = refTo;
  const name = `${text}${words[status]}`;
  if (tape === null)
    return (
      <span className={`${styles.ref} on-panel boxed-strong round-small pad-x-1`} data-status={status} title={label}>
        {name}
      </span>
    );
  return (
    <button
      type="button"
      tabIndex={-1}
      className={`${styles.ref} on-panel boxed-strong round-small pad-x-1`}
      data-status={status}
      aria-pressed={tape === open && seq !== null && seq === entry}
      title={label}
      onClick={() => (seq === null ? openTape(tape) : onEntry(tape, seq))}
    >
      {name}
    </button>
  );
}

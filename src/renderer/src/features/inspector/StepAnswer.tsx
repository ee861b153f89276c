import type { EntryRow, StepRow } from '../../../../shared/model/index.ts';
import { useStore } from '../../state/store.ts';
import { entryTone, kindColour, kindWord } from '../../ui/kinds.ts';
import { useEntryRows } from '../context/usePages.ts';
import { usePreview } from '../context/usePreview.ts';
import styles from './Inspector.module.css';

/** Results may stand between the parts of one answer, so its entries are looked for in no more than so many. */
const SPAN = 40;

const Line = ({ tape, row }: { tape: string; row: EntryRow }) => {
  const select = useStore((state) => state.select);
  const preview = usePreview(tape, row.seq);
  return (
    <li>
      <button type="button" className={styles.answer} onClick={() => select(row.seq)}>
        <span className={`${styles.kind} swatch`} style={{ color: kindColour(entryTone(row), row.role) }}>
          {kindWord(entryTone(row), row.role)}
        </span>
        <span className={styles.seq}>#{row.seq}</span>
        <span className={styles.said}>{preview === undefined ? ' ' : preview?.text || row.label || '(empty)'}</span>
      </button>
    </li>
  );
};

/** Some logs count the prompt and their own bookkeeping to the step. */
const isAnswer = ({ kind, role }: EntryRow): boolean => role === 'assistant' || kind === 'tool_call' || kind === 'error';

/** What the model answered at a step: the other half of what it saw. */
export const StepAnswer = ({ tape, step }: { tape: string; step: StepRow }) => {
  const length = Math.min(SPAN, step.last - step.first + 1);
  const rows = useEntryRows(
    tape,
    Array.from({ length }, (_, at) => step.first + at),
  );
  const own = [...rows.values()].filter((row) => row.step === step.step && isAnswer(row));
  if (own.length === 0) return null;
  return (
    <section className={styles.answers} aria-label="What the model answered">
      <h3 className={styles.partHead}>what the model answered</h3>
      <ul>
        {own.map((row) => (
          <Line key={row.seq} tape={tape} row={row} />
        ))}
      </ul>
    </section>
  );
};

import type { EntryRow, StepRow } from '../../../../shared/model/index.ts';
import { useStore } from '../../state/store.ts';
import { entryTone, kindColour, kindWord } from '../../ui/kinds.ts';
import { usePreview } from '../context/usePreview.ts';
import shared from './Inspector.module.css';
import styles from './StepAnswer.module.css';
import { useAnswer } from './useAnswer.ts';

const Line = ({ tape, row }: { tape: string; row: EntryRow }) => {
  const select = useStore((state) => state.select);
  const preview = usePreview(tape, row.seq);
  return (
    <li>
      <button type="button" className={`${styles.answer} hover-shade grid full-width line-below small`} onClick={() => select(row.seq)}>
        <span className="swatch semibold" style={{ color: kindColour(entryTone(row), row.role) }}>
          {kindWord(entryTone(row), row.role)}
        </span>
        <span className="tiny faint">#{row.seq}</span>
        <span className={`${styles.said} code break-anywhere`}>
          {preview === undefined ? ' ' : preview?.text || row.label || '(empty)'}
        </span>
      </button>
    </li>
  );
};

/** What the model answered at a step: the other half of what it saw. */
export function StepAnswer({ tape, step }: { tape: string; step: StepRow }) {
  const own = useAnswer(tape, step);
  if (own.length === 0) return null;
  return (
    <section className={`${styles.answers} pad-top-2 line-above`} aria-label="What the model answered">
      <h3 className={shared.partHead}>what the model answered</h3>
      <ul>
        {own.map((row) => (
          <Line key={row.seq} tape={tape} row={row} />
        ))}
      </ul>
    </section>
  );
}

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
      <button
        type="button"
        className="hover-shade grid full-width line-below small columns-end gap-y-1 gap-x-2 pad-y-1"
        onClick={() => select(row.seq)}
      >
        <span className="swatch semibold" style={{ color: kindColour(entryTone(row), row.role) }}>
          {kindWord(entryTone(row), row.role)}
        </span>
        <span className="tiny faint">#{row.seq}</span>
        <span className={`${styles.said} code all-columns clamp`}>
          {preview === undefined ? ' ' : preview?.text || row.label || '(empty)'}
        </span>
      </button>
    </li>
  );
};

/** What the model answered at a step: the other half of what it saw. Where no request was made, the agent program wrote it. */
export function StepAnswer({ tape, step }: { tape: string; step: StepRow }) {
  const own = useAnswer(tape, step);
  if (own.length === 0) return null;
  const name = step.synthetic ? 'what the agent program wrote' : 'what the model answered';
  return (
    <section className="pad-top-2 line-above margin-top-1" aria-label={name}>
      <h3 className={`${shared.partHead} row baseline gap-2 tiny semibold dim`}>{name}</h3>
      <ul>
        {own.map((row) => (
          <Line key={row.seq} tape={tape} row={row} />
        ))}
      </ul>
    </section>
  );
}

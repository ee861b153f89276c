import { outsideName } from '../../../../shared/model/ledger.ts';
import { useStore } from '../../state/store.ts';
import { MidCut } from '../../ui/MidCut.tsx';
import { NoteMark } from '../annotations/NoteMark.tsx';
import { usePreview } from '../context/usePreview.ts';
import type { Frame } from './bars.ts';
import { type Chart, isOutside } from './chart.ts';
import { type Layout, NAMED, yOf } from './layout.ts';
import styles from './Residency.module.css';
import { type Answer, figure, groupAt, nameParts } from './rows.ts';

interface Props {
  answer: Answer;
  chart: Chart;
  layout: Layout;
  frame: Frame;
  selected: number | null;
  onChoose: (row: number) => void;
}

/** Names at the left of rows that are tall enough: an entry by its number and beginning, a group by its name and weight. */
export function RowNames({ answer, chart, layout, frame, selected, onChoose }: Props) {
  if (frame.tall < NAMED) return null;
  const first = Math.ceil(frame.rows.from);
  const last = Math.min(chart.rows, Math.floor(frame.rows.to + 1e-6));
  const rows = Array.from({ length: Math.max(0, last - first) }, (_, at) => first + at);
  return (
    <ol className={`${styles.names} absolute tiny`} aria-label="Rows">
      {rows.map((row) => (
        <li
          key={row}
          className="absolute left-0 pad-left-4"
          style={{ top: yOf(layout, frame, row), height: frame.tall, width: layout.left - 6 }}
        >
          <button
            type="button"
            className="full-width full-height row middle gap-1 text-left shrink-x hover-shade"
            tabIndex={-1}
            aria-pressed={row === selected}
            onClick={() => onChoose(row)}
          >
            {chart.seqs === null ? (
              <GroupName answer={answer} row={row} />
            ) : isOutside(chart, row) ? (
              <OutsideName answer={answer} row={row} />
            ) : (
              <EntryName seq={chart.seqs[row] ?? 0} />
            )}
          </button>
        </li>
      ))}
    </ol>
  );
}

const EntryName = ({ seq }: { seq: number }) => {
  const tape = useStore((state) => state.tape) ?? '';
  const preview = usePreview(tape, seq);
  return (
    <>
      <span className={`${styles.number} rigid dim`}>#{seq}</span>
      <NoteMark tape={tape} entries={[seq]} />
      <span className={`${styles.begins} cut`}>{preview?.text.replace(/\s+/g, ' ') ?? ''}</span>
    </>
  );
};

/** What is not an entry, by what it is, with what it weighs at its last step. */
const OutsideName = ({ answer, row }: { answer: Answer; row: number }) => {
  const part = answer.outside[row];
  if (part === undefined) return null;
  return (
    <>
      <span className={`${styles.name} ${styles.restName} cut`}>{outsideName(part.name)}</span>
      <span className="rigid push dim">{figure(part.tokens.findLast((tokens) => tokens > 0) ?? 0, false)}</span>
    </>
  );
};

const GroupName = ({ answer, row }: { answer: Answer; row: number }) => {
  const group = groupAt(answer, row);
  if (group === null) return null;
  const { name, place } = nameParts(group, answer.groups?.by ?? '');
  return (
    <>
      <span className={`${styles.name} ${group.rest ? styles.restName : ''} cut`} title={group.name}>
        {place === '' ? <MidCut text={name} /> : name} {place !== '' && <span className="dim">{place}</span>}
      </span>
      <span className="rigid push dim">{figure(group.cost, group.exact)}</span>
    </>
  );
};

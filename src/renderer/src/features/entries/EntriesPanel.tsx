import { type CSSProperties, useMemo, useState } from 'react';
import { type Differing, useDiffering } from '../../data/differingHooks.ts';
import { useReceipt } from '../../data/hooks.ts';
import { entriesIn } from '../../state/span.ts';
import { useStore } from '../../state/store.ts';
import { Failure } from '../../ui/Failure.tsx';
import { count, formatNumber } from '../../ui/format.ts';
import { kindColour, kindWord } from '../../ui/kinds.ts';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import type { Columns } from '../tape/columns.ts';
import { useColumns } from '../tape/useColumns.ts';
import { BrokenLines } from './BrokenLines.tsx';
import styles from './Entries.module.css';
import { EntryList } from './EntryList.tsx';
import { kindCounts } from './pages.ts';

interface Props {
  held: Columns;
  /** Kinds that are shown; none is all. */
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
}

const toggled = (chosen: ReadonlySet<string>, kind: string): ReadonlySet<string> =>
  chosen.has(kind) ? new Set([...chosen].filter((other) => other !== kind)) : new Set([...chosen, kind]);

/** Which kinds are listed, each with how many there are in the selected steps. */
function KindFilter({ held, chosen, onChange }: Props) {
  const span = useStore((state) => state.span);
  const { all, counts } = useMemo(() => {
    const [from, to] = span === null ? [1, held.entries] : entriesIn(span, held);
    return { all: Math.max(0, to - from + 1), counts: kindCounts(held, [from, to]) };
  }, [held, span]);
  return (
    <fieldset className={`${styles.filter} row middle wrap bar-high`} aria-label="Kinds shown">
      <button
        type="button"
        className="inline-row middle gap-1 pad-y-tight pad-x-2 leading-20 hover-shade pressed-ink"
        aria-pressed={chosen.size === 0}
        onClick={() => onChange(new Set())}
      >
        all <span className="regular faint">{formatNumber(all)}</span>
      </button>
      {counts.map(({ kind, count }) => (
        <button
          key={kind}
          type="button"
          className="inline-row middle gap-1 pad-y-tight pad-x-2 leading-20 hover-shade pressed-ink"
          aria-pressed={chosen.has(kind)}
          onClick={() => onChange(toggled(chosen, kind))}
        >
          <i className="round-tiny tall-8" style={{ background: kindColour(kind) }} aria-hidden="true" />
          {kindWord(kind)} <span className="regular faint">{formatNumber(count)}</span>
        </button>
      ))}
    </fieldset>
  );
}

/** Every line of the tape, as in the file. */
export function EntriesPanel() {
  const tape = useStore((state) => state.tape);
  return tape === null ? null : <EntriesOf key={tape} tape={tape} />;
}

const EntriesOf = ({ tape }: { tape: string }) => {
  const columns = useColumns(tape);
  const receipt = useReceipt(tape).data;
  const chosen = useStore((state) => state.kinds);
  const setKinds = useStore((state) => state.setKinds);
  // A link may name kinds that this tape does not have.
  const kinds: ReadonlySet<string> = useMemo(() => {
    const here = new Set(columns.data ? kindCounts(columns.data).map(({ kind }) => kind) : []);
    return new Set(chosen.filter((kind) => here.has(kind)));
  }, [chosen, columns.data]);
  const differing = useDiffering(tape);
  const [differs, setDiffers] = useState(false);
  const broken = receipt?.problems.filter((problem) => problem.outcome === 'unreadable') ?? [];
  return (
    <section className="grid full-height shrink-y on-bg rows-below-head" aria-label="Entries" style={widthFor(columns.data?.entries ?? 0)}>
      <header className="line-below small dim">
        {columns.data && <KindFilter held={columns.data} chosen={kinds} onChange={(wanted) => setKinds([...wanted])} />}
        {differing !== undefined && differing.compared > 0 && <Differs differing={differing} pressed={differs} onChange={setDiffers} />}
        {broken.length > 0 && <BrokenLines problems={broken} total={receipt?.receipt.lines.unreadable ?? broken.length} />}
        <Heads />
      </header>
      {columns.data && (kinds.size === 0 || columns.data.missing.length === 0) ? (
        <EntryList held={columns.data} kinds={kinds} problems={broken} steps={differs ? (differing?.steps ?? []) : null} />
      ) : columns.error ? (
        <Failure error={columns.error} onRetry={() => void columns.refetch()} />
      ) : (
        <SkeletonRows rows={18} height={26} label="Reading the entries" />
      )}
    </section>
  );
};

/** Only entries of steps whose view is not what was sent. */
const Differs = ({ differing, pressed, onChange }: { differing: Differing; pressed: boolean; onChange: (on: boolean) => void }) => {
  const { steps, compared } = differing;
  return (
    <fieldset className={`${styles.filter} row middle wrap bar-high`} aria-label="Steps shown">
      <button
        type="button"
        className="inline-row middle gap-1 pad-y-tight pad-x-2 leading-20 hover-shade pressed-ink"
        aria-pressed={pressed}
        title={`${count(steps.length, 'step')} of ${formatNumber(compared)} compared with the captured request`}
        onClick={() => onChange(!pressed)}
      >
        differs <span className="regular faint">{formatNumber(steps.length)}</span>
      </button>
    </fieldset>
  );
};

/** The columns of counts are as wide as the largest count. */
const widthFor = (entries: number): CSSProperties =>
  ({ '--count-width': `${Math.max(40, formatNumber(entries).length * 7)}px` }) as CSSProperties;

const Heads = () => (
  <div className={`${styles.columns} ${styles.heads} grid gap-x-3 tiny faint`} aria-hidden="true">
    <span className={`${styles.number} text-right`}>#</span>
    <span className={`${styles.number} text-right`}>line</span>
    <span>time</span>
    <span>kind</span>
    <span>beginning</span>
    <span className={`${styles.number} text-right`}>step</span>
    <span className={`${styles.number} text-right`}>tokens</span>
    <span className={`${styles.number} text-right`}>took</span>
    <span className={`${styles.number} text-right`}>size</span>
  </div>
);

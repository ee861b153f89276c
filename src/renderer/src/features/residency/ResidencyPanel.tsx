import { useState } from 'react';
import type { Costly, Residency } from '../../../../shared/model/index.ts';
import { useTape } from '../../data/hooks.ts';
import { useResidency } from '../../data/residencyHooks.ts';
import { useStore } from '../../state/store.ts';
import { Failure } from '../../ui/Failure.tsx';
import { count, formatNumber, formatShort } from '../../ui/format.ts';
import { policyOptions } from '../../ui/policies.ts';
import { Select } from '../../ui/Select.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { useRested } from '../../ui/useRested.ts';
import { usePreview } from '../context/usePreview.ts';
import { useColumns } from '../tape/useColumns.ts';
import { Chart } from './Chart.tsx';
import styles from './Residency.module.css';
import { staysIn, staysWords } from './words.ts';

/** Milliseconds that the pointer rests on an entry before its text is read. */
const REST = 80;

/** When each fact was in context, when it left, and what that cost. */
export const ResidencyPanel = () => {
  const tape = useStore((state) => state.tape);
  return tape === null ? null : <ResidencyOf key={tape} tape={tape} />;
};

const ResidencyOf = ({ tape }: { tape: string }) => {
  const { policy, setPolicy, entry } = useStore();
  const head = useTape(tape).data;
  const held = useColumns(tape).data;
  const residency = useResidency(tape, policy);
  const [hovered, setHovered] = useState<number | null>(null);
  const anchors = head?.anchors.map((anchor) => anchor.name).toReversed() ?? [];
  const about = hovered ?? entry;
  return (
    <section className={styles.panel} aria-label="Residency" aria-busy={residency.isFetching}>
      <header className={styles.bar}>
        <Select label="Policy" value={policy} options={policyOptions(anchors)} onChange={setPolicy} />
        {residency.data && <Summary residency={residency.data} />}
      </header>
      {residency.isError ? (
        <Failure error={residency.error} onRetry={() => void residency.refetch()} />
      ) : residency.data === undefined || held === undefined ? (
        <div className={styles.coming}>
          <SkeletonRows rows={9} height={36} label="Following every entry from step to step" />
        </div>
      ) : residency.data.steps.length === 0 ? (
        <p className={styles.empty}>No step of this tape made a request, so nothing was ever in a context.</p>
      ) : (
        <div className={styles.body}>
          <Chart residency={residency.data} held={held} onHover={setHovered} />
          <Costliest tape={tape} items={residency.data.costly} sampled={residency.data.every > 1} />
        </div>
      )}
      <footer className={styles.foot}>
        {about !== null && residency.data ? (
          <About tape={tape} residency={residency.data} seq={about} />
        ) : (
          'Steps across, entries down. Ctrl and the wheel zoom; a click moves the playhead and selects.'
        )}
      </footer>
    </section>
  );
};

/** The entry under the pointer or the chosen one: when it was there, and how it begins. */
const About = ({ tape, residency, seq }: { tape: string; residency: Residency; seq: number }) => {
  const preview = usePreview(tape, useRested(seq, REST));
  return (
    <>
      <b>#{seq}</b>
      <span className={styles.when}>{staysWords(staysIn(residency, seq))}</span>
      <span className={`${styles.begins} cut`}>{preview?.seq === seq ? preview.text.replace(/\s+/g, ' ') : ''}</span>
    </>
  );
};

/** How many entries were ever there, and how many left. */
const Summary = ({ residency }: { residency: Residency }) => {
  const entries = new Set(residency.seq).size;
  const gone = new Set(residency.seq.filter((_, stay) => residency.left[stay] !== 0)).size;
  return (
    <span>
      <b>{formatNumber(entries)}</b> entries over {count(residency.steps.length, 'step')} · <b>{formatNumber(gone)}</b> left the context
      again
      {residency.every > 1 && ` · a long tape: one step in ${formatNumber(residency.every)} was looked at`}
    </span>
  );
};

/** What to cut: the entries whose tokens were read most often. */
const Costliest = ({ tape, items, sampled }: { tape: string; items: readonly Costly[]; sampled: boolean }) => (
  <aside className={styles.costly} aria-label="What cost most">
    <h3>What cost most</h3>
    <p className={styles.dim}>estimated tokens × steps in context</p>
    <ol>
      {items.map((item) => (
        <CostlyRow key={item.seq} tape={tape} item={item} sampled={sampled} />
      ))}
    </ol>
  </aside>
);

const CostlyRow = ({ tape, item, sampled }: { tape: string; item: Costly; sampled: boolean }) => {
  const { entry, select } = useStore();
  const preview = usePreview(tape, item.seq);
  return (
    <li>
      <button type="button" aria-pressed={entry === item.seq} onClick={() => select(item.seq)}>
        <span className={styles.cost}>~{formatShort(item.cost)}</span>
        <span className={styles.dim}>
          #{item.seq} · ~{formatShort(item.tokens)} × {sampled && '~'}
          {formatNumber(item.steps)}
        </span>
        <span className={`${styles.what} cut`}>{preview?.text.replace(/\s+/g, ' ') ?? ''}</span>
      </button>
    </li>
  );
};

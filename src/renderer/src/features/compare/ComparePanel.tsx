import { useMemo, useRef, useState } from 'react';
import type { Comparison } from '../../../../shared/model/index.ts';
import { useComparison } from '../../data/compareHooks.ts';
import { useStore } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { VirtualList, type VirtualListHandle } from '../../ui/VirtualList.tsx';
import { useKeys } from '../keyboard/useKeys.ts';
import styles from './Compare.module.css';
import { CompareRow } from './CompareRow.tsx';
import { besideOf, isOneStep, policiesWords } from './figures.ts';
import { Nothing } from './Nothing.tsx';
import { PrefixLine } from './PrefixLine.tsx';
import { differenceFrom, rowsOf } from './rows.ts';
import { Sides } from './Sides.tsx';
import { useAbsent } from './useAbsent.ts';
import { useRowOutside } from './useRowOutside.ts';

/** Contexts next to each other: what they share, what each has alone, and where they part. */
export function ComparePanel() {
  const sides = useStore((state) => state.sides);
  const setSides = useStore((state) => state.setSides);
  const beside = useStore((state) => state.beside);
  const setBeside = useStore((state) => state.setBeside);
  const second = besideOf(sides, beside);
  const answer = useComparison(sides, [0, second]);
  if (sides.length < 2) return <Nothing />;
  return (
    <section className={styles.panel} aria-label="Compare" aria-busy={answer.isFetching}>
      {answer.isError ? (
        <>
          <Failure error={answer.error} onRetry={() => void answer.refetch()} />
          <p className={styles.instead}>
            <Button onClick={() => setSides([])}>Choose other steps</Button>
          </p>
        </>
      ) : answer.data === undefined ? (
        <SkeletonRows rows={9} height={50} label="Comparing" />
      ) : (
        <Compared key={JSON.stringify([sides, second])} comparison={answer.data} second={second} onSecond={setBeside} />
      )}
    </section>
  );
}

interface Props {
  comparison: Comparison;
  second: number;
  onSecond: (side: number) => void;
}

const Compared = ({ comparison, second, onSecond }: Props) => {
  const { pair } = comparison;
  const oneStep = isOneStep(comparison.sides[pair.sides[0]], comparison.sides[pair.sides[1]]);
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const [active, setActive] = useState<number | null>(null);
  const list = useRef<VirtualListHandle>(null);
  const absentIn = useAbsent(comparison, oneStep);
  const rows = useMemo(() => rowsOf(pair, open), [pair, open]);
  const isOutside = useRowOutside(comparison);
  const toggle = (run: number) =>
    setOpen((before) => (before.has(run) ? new Set([...before].filter((other) => other !== run)) : new Set([...before, run])));
  const go = (row: number | null) => {
    if (row === null) return;
    setActive(row);
    list.current?.show(row, 'auto');
  };
  const step = (by: 1 | -1) => go(Math.max(0, Math.min(rows.length - 1, (active ?? (by === 1 ? -1 : rows.length)) + by)));
  useKeys({
    'row.next': () => step(1),
    'row.previous': () => step(-1),
    'row.new': () => go(differenceFrom(rows, active ?? -1, 1) ?? differenceFrom(rows, -1, 1)),
    'row.open': () => {
      const row = rows[active ?? -1];
      if (row?.type === 'fold') toggle(row.run);
    },
  });
  return (
    <div className={styles.compared}>
      <Sides comparison={comparison} second={second} onSecond={onSecond} />
      {oneStep ? <p className={styles.prefix}>{policiesWords(pair)}</p> : <PrefixLine comparison={comparison} />}
      <VirtualList
        className={styles.rows}
        role="region"
        aria-label={`Comparison, ${rows.length} lines`}
        handle={list}
        count={rows.length}
        size={(index) => (rows[index]?.type === 'fold' ? 36 : 58)}
        measure
        keyOf={(index) => index}
        row={(index) => (
          <CompareRow
            row={rows[index]}
            comparison={comparison}
            active={index === active}
            onToggle={toggle}
            absentIn={absentIn}
            outside={isOutside(rows[index])}
          />
        )}
      />
    </div>
  );
};

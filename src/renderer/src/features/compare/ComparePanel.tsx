import { useMemo, useRef, useState } from 'react';
import type { Comparison, View } from '../../../../shared/model/index.ts';
import { isOnePlace, placeName, placeOf } from '../../../../shared/model/place.ts';
import { useComparison } from '../../data/compareHooks.ts';
import { type Spot, useHere, useView } from '../../data/hooks.ts';
import { usePick, useStore } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { VirtualList, type VirtualListHandle } from '../../ui/VirtualList.tsx';
import { reasonOf, reasonWords } from '../context/figures.ts';
import { useKeys } from '../keyboard/useKeys.ts';
import { useOutside } from '../tape/useOutside.ts';
import styles from './Compare.module.css';
import { CompareRow } from './CompareRow.tsx';
import { isOneStep, policiesWords, secondOf } from './figures.ts';
import { PrefixLine } from './PrefixLine.tsx';
import { differenceFrom, type Row, rowsOf } from './rows.ts';
import { Sides } from './Sides.tsx';

/** Whether neither block of a row is of the steps that are selected on the open tape. Where no side is of that tape, all rows count. */
function useRowOutside({ pair, sides }: Comparison): (row: Row | undefined) => boolean {
  const tape = useStore((state) => state.tape);
  const outside = useOutside(tape);
  const [a, b] = pair.sides.map((side) => sides[side]?.tape === tape);
  if (outside === null || !(a || b)) return () => false;
  return (row) => row?.type === 'pair' && !((a && row.a && !outside(row.a.entries)) || (b && row.b && !outside(row.b.entries)));
}

/**
 * Why one of two contexts of one step has not what the other has, by its view. Between steps an entry may simply have been written later,
 * and the changes of a step say more: then nothing is asked for.
 */
function useAbsent({ pair, sides }: Comparison, oneStep: boolean): (side: 'a' | 'b', seq: number) => string {
  const a = useSideView(oneStep ? sides[pair.sides[0]] : undefined);
  const b = useSideView(oneStep ? sides[pair.sides[1]] : undefined);
  return (side, seq) => {
    const view = side === 'a' ? a : b;
    return view === undefined ? '' : reasonWords(reasonOf(seq, view.omissions));
  };
}

/** Not that of another policy, which is shown until the answer is there. */
const useSideView = (side: Comparison['sides'][number] | undefined): View | undefined => {
  const spot: Spot | null = side?.next ? 'next' : (side?.step ?? null);
  const { data, isPlaceholderData } = useView(side?.tape ?? null, spot, side?.policy ?? 'as-recorded');
  return spot === null || isPlaceholderData ? undefined : data;
};

/** Before two steps are taken: what comparing is, and how to take them. */
function Nothing() {
  const { sides, toggleSide, setPanel } = usePick('sides', 'toggleSide', 'setPanel');
  const [taken] = sides;
  const here = useHere();
  const isHere = taken !== undefined && here !== null && isOnePlace(taken, here) && taken.policy === here.policy;
  return (
    <section className={`${styles.nothing} grid gap-3 pad-x-4 pad-y-5 dim`} aria-label="Compare">
      <h2 className="large ink">
        {taken ? `Added: ${placeName(placeOf(taken))}. Add one more to compare them.` : 'Compare what two steps had in context'}
      </h2>
      <p>
        Compare two forks of one session, two leaves after a rewind, two tapes of one family, any two steps, or a step and the next request:
        what both had, what only one had, and whether they started from the same place.
      </p>
      <p>
        {isHere ? 'Move the playhead, or open another tape, and press ' : 'Add the request at the playhead with '}
        <Kbd>d</Kbd>, or Ctrl-click what to compare it with: a node of the graph, a step of the timeline, a tape of the library.
      </p>
      <p className="row gap-2">
        {here !== null && (
          <Button onClick={() => toggleSide(here)}>
            {isHere ? 'Remove' : 'Add'} {placeName(placeOf(here))}
          </Button>
        )}
        <Button onClick={() => setPanel('graph')}>Show the graph</Button>
      </p>
    </section>
  );
}

/** Contexts next to each other: what they share, what each has alone, and where they part. */
export function ComparePanel() {
  const sides = useStore((state) => state.sides);
  const setSides = useStore((state) => state.setSides);
  const chosen = useStore((state) => state.second);
  const setSecond = useStore((state) => state.setSecond);
  const second = secondOf(sides, chosen);
  const answer = useComparison(sides, [0, second]);
  if (sides.length < 2) return <Nothing />;
  return (
    <section className="full-height shrink-y on-bg" aria-label="Compare" aria-busy={answer.isFetching}>
      {answer.isError ? (
        <>
          <Failure error={answer.error} onRetry={() => void answer.refetch()} />
          <p className="pad-x-4">
            <Button onClick={() => setSides([])}>Choose other steps</Button>
          </p>
        </>
      ) : answer.data === undefined ? (
        <SkeletonRows rows={9} height={50} label="Comparing" />
      ) : (
        <Compared key={JSON.stringify([sides, second])} comparison={answer.data} second={second} onSecond={setSecond} />
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
    <div className="stack full-height shrink-y scroll-y">
      <Sides comparison={comparison} second={second} onSecond={onSecond} />
      {oneStep ? (
        <p className="row baseline wrap rigid gap-y-1 gap-x-4 line-below small dim pad-y-2 pad-x-4">{policiesWords(comparison)}</p>
      ) : (
        <PrefixLine comparison={comparison} />
      )}
      <VirtualList
        className={`${styles.rows} grow`}
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

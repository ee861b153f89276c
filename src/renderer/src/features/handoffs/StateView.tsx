import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { Phase, StateNode, StatePath, StateTree } from '../../../../shared/model/index.ts';
import { type PhaseAt, useStateCalls, useStateFind, useStateTree } from '../../data/handoffHooks.ts';
import { useStore } from '../../state/store.ts';
import { copyText } from '../../ui/Copy.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { formatNumber } from '../../ui/format.ts';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useRested } from '../../ui/useRested.ts';
import { VirtualList, type VirtualListHandle } from '../../ui/VirtualList.tsx';
import { brokenRows, type FaultPlace } from './faults.ts';
import styles from './Handoffs.module.css';
import { StateRow } from './StateRow.tsx';
import { isContainer, isLong, pathKey, pathText, placesOf, type Row, rowKey } from './tree.ts';
import { useStateRows } from './useStateRows.ts';
import { refWords } from './words.ts';

interface Props {
  phase: Phase;
  before: Phase | null;
  /** Phases before this one are not among those that were fetched. */
  cutOff: boolean;
  /** The broken reference that is looked for. */
  fault: FaultPlace | null;
  onEntry: (tape: string, seq: number) => void;
}

/** The state that a phase begins with, as a tree: what is different from the phase before, what it cites, what is broken. */
export const StateView = ({ phase, before, cutOff, fault, onEntry }: Props) => {
  const at = { tape: phase.tape, seq: phase.seq };
  const against = before && before.state.keys.length > 0 ? { tape: before.tape, seq: before.seq } : null;
  const tree = useStateTree(at, against);
  const box = useRef<HTMLElement>(null);
  // In a low window it may be scrolled out of sight.
  useEffect(() => {
    if (fault !== null) box.current?.scrollIntoView({ block: 'nearest' });
  }, [fault]);
  return (
    <section ref={box} className={styles.state} aria-label={`State of ${phase.name}`}>
      <h2>State of {phase.name}</h2>
      <p className={styles.dim}>
        {against !== null ? `against the state of ${before?.name}` : cutOff ? 'the phase before is not shown' : 'no state before it'}
        {tree.data?.changes && changeWords(tree.data.changes)} · {refWords(phase.refs)}
      </p>
      {tree.isError ? (
        <Failure error={tree.error} onRetry={() => void tree.refetch()} />
      ) : tree.data === undefined ? (
        <SkeletonRows rows={6} height={24} label="Reading the state" />
      ) : tree.data.nodes.length <= 1 ? (
        <p className={styles.empty}>This phase began without any state: nothing was handed over.</p>
      ) : (
        <Tree at={at} against={against} tree={tree.data} fault={fault} onEntry={onEntry} />
      )}
    </section>
  );
};

const changeWords = ({ added, removed, changed }: NonNullable<StateTree['changes']>): string => {
  const parts = [
    ...(added > 0 ? [`${formatNumber(added)} added`] : []),
    ...(removed > 0 ? [`${formatNumber(removed)} removed`] : []),
    ...(changed > 0 ? [`${formatNumber(changed)} changed`] : []),
  ];
  return parts.length === 0 ? ': the same' : `: ${parts.join(', ')}`;
};

const ROW = 22;

interface TreeProps {
  at: PhaseAt;
  against: PhaseAt | null;
  tree: StateTree;
  fault: Props['fault'];
  onEntry: Props['onEntry'];
}

const Tree = ({ at, against, tree, fault, onEntry }: TreeProps) => {
  const calls = useStateCalls(at);
  const state = useStateRows(at, against, tree);
  const { rows } = state;
  const [active, setActive] = useState(0);
  const [sought, setSought] = useState<{ index: number } | null>(null);
  const [texts, setTexts] = useState<ReadonlyMap<string, string>>(new Map());
  const [query, setQuery] = useState('');
  const list = useRef<VirtualListHandle>(null);
  const setNotice = useStore((store) => store.setNotice);
  const rested = useRested(query.trim(), 150);
  const found = useStateFind(at, rested);
  const hits = useMemo(() => new Set((rested === '' ? [] : (found.data?.paths ?? [])).map(pathKey)), [found.data, rested]);

  const tried = (work: Promise<void>): void => void work.catch(() => setNotice('What is inside could not be read.'));
  /** Shows a long text in full, or its beginning again. */
  const toggleText = async (row: Row): Promise<void> => {
    const [key, rest] = [rowKey(row), new Map(texts)];
    if (rest.delete(key)) return setTexts(rest);
    const text = row.change === 'removed' ? row.text : await calls.value(row.path);
    setTexts((now) => new Map([...now, [key, text]]));
  };
  const toggle = (row: Row): void => tried(row.gap ? state.fill(row.gap) : isContainer(row) ? state.toggle(row) : toggleText(row));
  const showRow = (index: number | undefined): void => {
    if (index === undefined || index < 0) return;
    setActive(index);
    setSought({ index });
  };
  const reveal = async (path: StatePath): Promise<void> => showRow(await state.reveal(path));
  const showFault = useEffectEvent((nth: number) => {
    const broken = brokenRows(rows);
    showRow(broken[nth % broken.length]);
  });
  useEffect(() => {
    if (fault !== null) showFault(fault.nth);
  }, [fault]);
  // Only when the rows that were fetched for it are there.
  useEffect(() => {
    if (sought !== null) list.current?.show(sought.index, 'center');
  }, [sought]);
  const nextHit = (by: 1 | -1) => {
    const paths = found.data?.paths ?? [];
    const here = paths.findIndex((path) => pathKey(path) === pathKey(rows[active]?.path ?? []));
    const path = paths[(here + by + paths.length) % Math.max(1, paths.length)];
    if (path) tried(reveal(path));
  };
  const copy = async (node: StateNode, what: 'path' | 'value') => {
    const done = await copyText(what === 'path' ? pathText(node.path) : await calls.value(node.path));
    setNotice(done ? `The ${what} is on the clipboard.` : 'The clipboard is not allowed here.');
  };
  /** Where a value leads; once more goes on to what it cites next. */
  const follow = (node: StateNode) => {
    const places = placesOf(node);
    const shown = useStore.getState();
    const here = places.findIndex(({ tape, seq }) => tape === shown.tape && seq === shown.entry);
    const place = places[(here + 1) % places.length];
    if (place) onEntry(place.tape, place.seq);
  };
  const onKey = (event: React.KeyboardEvent) => {
    const row = rows[active];
    const to = { ArrowDown: active + 1, ArrowUp: active - 1, Home: 0, End: rows.length - 1 }[event.key];
    if (to !== undefined) {
      const next = Math.max(0, Math.min(rows.length - 1, to));
      setActive(next);
      list.current?.show(next);
    } else if (row && event.key === 'ArrowRight' && !row.open && (row.gap || row.count > 0 || (isLong(row) && !texts.has(rowKey(row)))))
      toggle(row);
    else if (row && event.key === 'ArrowLeft' && (row.open || texts.has(rowKey(row)))) toggle(row);
    else if (row?.gap && event.key === 'Enter') toggle(row);
    else if (row && event.key === 'Enter' && placesOf(row).length > 0) follow(row);
    else if (row && event.key === 'c' && !event.ctrlKey && !event.metaKey) void copy(row, event.shiftKey ? 'path' : 'value');
    else if (row && event.key === 'C') void copy(row, 'path');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <div className={styles.find}>
        <TextField
          placeholder="Find in the state"
          aria-label="Find in the state"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') nextHit(event.shiftKey ? -1 : 1);
            if (event.key === 'Escape') setQuery('');
          }}
        />
        {rested !== '' && found.data && <span className={styles.dim}>{formatNumber(found.data.total)} found · Enter for the next</span>}
      </div>
      <VirtualList
        className={styles.tree}
        role="tree"
        aria-label="The state as a tree"
        tabIndex={0}
        onKeyDown={onKey}
        handle={list}
        count={rows.length}
        size={() => ROW}
        measure
        keyOf={(index) => (rows[index] ? rowKey(rows[index]) : String(index))}
        row={(index) => {
          const row = rows[index];
          return (
            row && (
              <StateRow
                node={row}
                whole={texts.get(rowKey(row)) ?? null}
                active={index === active}
                hit={hits.has(pathKey(row.path))}
                onActive={() => setActive(index)}
                onToggle={() => toggle(row)}
                onCopy={(what) => void copy(row, what)}
                onEntry={onEntry}
              />
            )
          );
        }}
      />
    </>
  );
};

import { useDeferredValue, useState } from 'react';
import type { BranchClass, Graph } from '../../../../shared/model/index.ts';
import { useGraph, useGraphSearch, useRefs } from '../../data/graphHooks.ts';
import { usePick, useStore } from '../../state/store.ts';
import { Failure } from '../../ui/Failure.tsx';
import { count } from '../../ui/format.ts';
import { Select } from '../../ui/Select.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useRested } from '../../ui/useRested.ts';
import shared from './Graph.module.css';
import { GraphFlow } from './GraphFlow.tsx';
import styles from './GraphPanel.module.css';
import { classChips } from './labels.ts';
import { litNodes } from './layout.ts';

/** The named points of the tape: a click goes there. */
function RefBar({ tape }: { tape: string }) {
  const refs = useRefs(tape).list.data?.items ?? [];
  const { select, moveTo } = usePick('select', 'moveTo');
  if (refs.length === 0) return null;
  return (
    <nav className={`${shared.refBar} row wrap rigid gap-1 pad-x-4 pad-y-1 line-below`} aria-label="Named points">
      {refs.map((ref) => (
        <button
          key={ref.name}
          type="button"
          className={`${shared.ref} rigid boxed-strong tiny margin-left-2 pad-x-2 round-full`}
          onClick={() => {
            select(ref.seq);
            if (ref.step !== null) moveTo(ref.step);
          }}
        >
          {ref.name}
        </button>
      ))}
    </nav>
  );
}

/** The session as a graph: forks that are ones, anchors, compactions, sub-agents, merges, and what runs between them folded. */
export function GraphPanel() {
  const tape = useStore((state) => state.tape);
  return tape === null ? null : <GraphOf key={tape} tape={tape} />;
}

const GraphOf = ({ tape }: { tape: string }) => {
  const { graph: how, setGraph } = usePick('graph', 'setGraph');
  const [query, setQuery] = useState('');
  const graph = useGraph(tape, how);
  // Drawn a moment after it arrived, not in the task that received it.
  const drawn = useDeferredValue(graph.data);
  const rested = useRested(query, 200);
  const hits = useGraphSearch(tape, rested);
  const lit = drawn ? litNodes(drawn, query, hits.data ?? []) : new Set<string>();
  return (
    <section className={`${styles.panel} stack full-height shrink-y on-bg`} aria-label="Graph" aria-busy={graph.isFetching}>
      <header className={`${styles.bar} row middle apart gap-y-1 gap-x-3 bar-high line-below small pad-y-1 pad-x-4`}>
        {graph.data && <Classes classes={graph.data.classes} show={how.show} onShow={(show) => setGraph({ show })} />}
        <span className="row middle wrap gap-1">
          <Select
            label="Sub-agents"
            value={how.agents}
            options={[
              { value: 'nested', label: 'sub-agents nested', hint: 'Each is one node, at the call that started it.' },
              { value: 'siblings', label: 'sub-agents unfolded', hint: 'Each is drawn with its own steps.' },
            ]}
            onChange={(agents) => setGraph({ agents })}
          />
          <button
            type="button"
            className={`pill-choice hover-ink nowrap`}
            aria-pressed={how.family}
            onClick={() => setGraph({ family: !how.family })}
          >
            whole family
          </button>
          <TextField
            className={styles.find}
            placeholder="Highlight nodes…"
            aria-label="Highlight nodes with this text"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
            onKeyDown={(event) => event.key === 'Escape' && setQuery('')}
          />
        </span>
      </header>
      <RefBar tape={tape} />
      {graph.isError ? (
        <Failure error={graph.error} onRetry={() => void graph.refetch()} />
      ) : drawn === undefined ? (
        <SkeletonRows rows={8} height={44} label="Building the graph" />
      ) : (
        <GraphFlow graph={drawn} lit={query.trim() === '' ? null : lit} />
      )}
      {drawn && <Foot graph={drawn} lit={query.trim() === '' ? null : lit.size} />}
    </section>
  );
};

interface ClassesProps {
  classes: Graph['classes'];
  show: readonly BranchClass[];
  onShow: (show: BranchClass[]) => void;
}

/** What parts in this tape, by why: only what is pressed is drawn as a fork. */
const Classes = ({ classes, show, onShow }: ClassesProps) => (
  <span className="row middle wrap gap-1">
    {classChips(classes).map(({ id, words, hint }) => (
      <button
        key={id}
        type="button"
        className={`pill-choice hover-ink nowrap`}
        title={hint}
        aria-pressed={show.includes(id)}
        onClick={() => onShow(show.includes(id) ? show.filter((other) => other !== id) : [...show, id])}
      >
        {words}
      </button>
    ))}
  </span>
);

const Foot = ({ graph, lit }: { graph: Graph; lit: number | null }) => (
  <footer className="row rigid gap-1 pad-x-4 pad-y-1 line-above tiny dim">
    {count(graph.total, 'entry', 'entries')} in {count(graph.nodes.length, 'node')}
    {graph.tapes.length > 1 && ` of ${count(graph.tapes.length, 'tape')}`}
    {graph.copies > 0 && ` · tapes diverge in ${count(graph.copies, 'place')}`}
    {lit !== null && ` · ${count(lit, 'node')} lit`}
    {graph.folded !== null && ` · ${graph.folded}`}
    <Chosen />
  </footer>
);

/** How to choose what is compared; once something is chosen, how much. */
const Chosen = () => {
  const sides = useStore((state) => state.sides);
  const setPanel = useStore((state) => state.setPanel);
  if (sides.length < 2)
    return <span className="push">click: playhead · Ctrl-click: compare with it{sides.length === 1 && ' (1 added, one more)'}</span>;
  return (
    <button type="button" className="push link same-colour" onClick={() => setPanel('compare')}>
      compare {sides.length} points
    </button>
  );
};

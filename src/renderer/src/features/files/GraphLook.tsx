import { useState } from 'react';
import type { FloatChange } from '../../../../shared/model/float.ts';
import { useFloatGraph, useWouldRebuild } from '../../data/floatHooks.ts';
import type { FilesPlace } from '../../state/hash.ts';
import { Button } from '../../ui/Button.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { count } from '../../ui/format.ts';
import { Select } from '../../ui/Select.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { ContextGraph } from './ContextGraph.tsx';
import styles from './FilesGraph.module.css';
import { MOST, STEP } from './graph.ts';

const CHANGES = [
  { value: 'subtree', label: 'a file in it', hint: 'saved, added or removed' },
  { value: 'description', label: 'its description', hint: 'one line, which others show too' },
  { value: 'reference', label: 'its context text', hint: 'patterns, conventions, insights' },
  { value: 'scope_boot', label: 'its boot text', hint: 'read by all folders below a scope' },
  { value: 'scope', label: 'whether it is a scope', hint: 'set or unset' },
  { value: 'log', label: 'a decision', hint: 'added or superseded here' },
  { value: 'marked', label: 'a breaking decision', hint: 'or an architectural one' },
  { value: 'children', label: 'a folder in it', hint: 'made or removed' },
] as const;

type Change = (typeof CHANGES)[number]['value'];

const changeOf = (path: string, change: Change): FloatChange =>
  change === 'marked' ? { on: path, type: 'log', id: 'marked' } : { on: path, type: change, id: change === 'log' ? 'all' : '' };

/** What this context is made of, and what would be built again if something in its folder changed: drawn before it happens. */
export function GraphLook({ place: { root, folder, tier } }: { place: FilesPlace }) {
  const [change, setChange] = useState<Change>('subtree');
  const [most, setMost] = useState(MOST);
  const graph = useFloatGraph(root, folder, tier);
  const would = useWouldRebuild(root, changeOf(folder, change));
  if (graph.isError) return <Failure error={graph.error} onRetry={() => void graph.refetch()} />;
  const data = graph.data?.path === folder ? graph.data : undefined;
  const rebuilt = would.data ?? data?.rebuilt ?? [];
  const made = data?.edges.filter(({ to, from }) => to === folder && from !== folder).length ?? 0;
  // The node that stands for the rest is far below the others, so that there is a nearer way.
  const folded = Math.max(made, rebuilt.filter((one) => one !== folder).length) > most;
  const more = () => setMost(most + STEP);
  return (
    <section className="stack full-height" aria-label="Inputs, and what a change would rebuild" tabIndex={-1}>
      <div className={`${styles.bar} row middle apart gap-y-1 gap-x-4 bar-high line-below small dim pad-y-1 pad-x-4`}>
        <p>
          <b className="ink">Made of</b> {data ? (made === 0 ? 'its own folder only' : count(made, 'other folder')) : '…'}
          {folded && (
            <>
              {' · '}
              <Button look="quiet" onClick={more}>
                show more folders
              </Button>
            </>
          )}
        </p>
        <p className="row middle wrap gap-y-1 gap-x-2">
          If <Select label="What changes" value={change} options={CHANGES} onChange={setChange} /> changed,{' '}
          <span>
            <b className="ink">{would.data ? count(rebuilt.length, 'context') : '…'}</b>
            {rebuilt.length === 1 && rebuilt[0] === folder && ', its own,'} would be rebuilt
          </span>
        </p>
      </div>
      {data === undefined ? (
        <SkeletonRows rows={8} height={52} label="Reading its inputs" />
      ) : (
        <ContextGraph
          key={`${folder} ${String(most)} ${String(rebuilt.length)}`}
          graph={data}
          rebuilt={rebuilt}
          most={most}
          onMore={more}
        />
      )}
      {would.isError && <Failure error={would.error} />}
    </section>
  );
}

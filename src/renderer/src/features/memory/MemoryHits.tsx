import { useEffect, useRef } from 'react';
import type { MemoryHit } from '../../../../shared/model/index.ts';
import { useLibrary } from '../../data/appHooks.ts';
import { formatNumber } from '../../ui/format.ts';
import { VirtualList, type VirtualListHandle } from '../../ui/VirtualList.tsx';
import { titleOf } from '../library/names.ts';
import { HitRow } from '../search/HitRow.tsx';
import styles from './Memory.module.css';

interface Props {
  id: string;
  query: string;
  hits: readonly MemoryHit[];
  at: number;
  /** Hits may be of other tapes than this one. */
  tape: string;
  /** They are those of the query before. */
  stale: boolean;
  onMove: (to: number) => void;
  onGo: (hit: MemoryHit) => void;
}

const ROW = 58;

/** Where a hit stands, and how it ranks against the best one. */
const Where = ({ hit, best, title }: { hit: MemoryHit; best: number; title: string | undefined }) => (
  <span className={styles.where}>
    <span className={styles.place}>
      <span className="cut">{title ?? hit.phase}</span>
      <span>{hit.step === null ? `#${formatNumber(hit.seq)}` : `step ${formatNumber(hit.step)}`}</span>
    </span>
    {title !== undefined && <span className={styles.phase}>{hit.phase}</span>}
    <span className={styles.bar} title={`bm25 ${hit.score.toFixed(1)}`} aria-hidden="true">
      <span className={styles.score} style={{ width: `${(100 * hit.score) / best}%` }} />
    </span>
  </span>
);

export const MemoryHits = ({ id, query, hits, at, tape, stale, onMove, onGo }: Props) => {
  const list = useRef<VirtualListHandle>(null);
  const tapes = useLibrary().data?.tapes;
  const titles = new Map(tapes?.map((one) => [one.id, titleOf(one)]));
  useEffect(() => list.current?.show(at), [at]);
  return (
    <VirtualList
      handle={list}
      id={id}
      role="listbox"
      aria-label={`Recalled for ${query}`}
      aria-busy={stale}
      className={styles.list}
      style={{ height: hits.length * ROW }}
      count={hits.length}
      size={() => ROW}
      keyOf={(index) => `${hits[index]?.tape} ${hits[index]?.seq}`}
      row={(index) => {
        const hit = hits[index];
        return (
          hit && (
            <HitRow
              id={`${id}-${index}`}
              hit={hit}
              active={index === at}
              tape={null}
              side={
                <Where hit={hit} best={hits[0]?.score ?? 1} title={hit.tape === tape ? undefined : (titles.get(hit.tape) ?? hit.tape)} />
              }
              onPoint={() => onMove(index)}
              onGo={() => onGo(hit)}
            />
          )
        );
      }}
    />
  );
};

import { useEffect, useRef } from 'react';
import { titleOf } from '../../../../shared/library/names.ts';
import type { MemoryHit } from '../../../../shared/model/index.ts';
import { useTapesById } from '../../data/libraryHooks.ts';
import { formatNumber } from '../../ui/format.ts';
import { VirtualList, type VirtualListHandle } from '../../ui/VirtualList.tsx';
import { HitRow } from '../search/HitRow.tsx';
import styles from './Memory.module.css';
import { noteOn } from './summary.ts';

interface Props {
  id: string;
  query: string;
  hits: readonly MemoryHit[];
  at: number;
  /** Hits may be of other tapes than this one. */
  tape: string;
  /** The step looked at, and the entry of the tape from which on it had seen nothing yet; null where that is not known. */
  step: number | null;
  before: number | null;
  /** They are those of the query before. */
  stale: boolean;
  onMove: (to: number) => void;
  onGo: (hit: MemoryHit) => void;
}

const ROW = 58;

/** Where a hit is, and how it ranks against the best one. `note` says what else there is to it. */
const Where = ({ hit, best, title, note }: { hit: MemoryHit; best: number; title: string | undefined; note: string }) => (
  <span
    className={`${styles.where} grid tiny dim content-start gap-tight`}
    title={`bm25 ${hit.score.toFixed(1)}; the best has ${best.toFixed(1)}`}
  >
    <span className="row apart gap-2 nowrap">
      <span className="cut">{title ?? hit.phase}</span>
      <span>{hit.step === null ? `#${formatNumber(hit.seq)}` : `step ${formatNumber(hit.step)}`}</span>
    </span>
    {note !== '' && <span className={`${styles.phase} faint cut`}>{note}</span>}
    <span className={`${styles.bar} clip on-sunk margin-top-1 round-tiny`} aria-hidden="true">
      <span className="block full-height round-tiny on-line-strong" style={{ width: `${(100 * hit.score) / best}%` }} />
    </span>
  </span>
);

export function MemoryHits({ id, query, hits, at, tape, step, before, stale, onMove, onGo }: Props) {
  const list = useRef<VirtualListHandle>(null);
  const tapes = useTapesById(hits.map((hit) => hit.tape));
  const nameOf = (id: string): string => {
    const row = tapes.get(id);
    return row === undefined ? id : titleOf(row);
  };
  useEffect(() => list.current?.show(at), [at]);
  return (
    <VirtualList
      handle={list}
      id={id}
      role="listbox"
      aria-label={`Recalled for ${query}`}
      aria-busy={stale}
      className={`${styles.list} busy-fade`}
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
                <Where
                  hit={hit}
                  best={hits[0]?.score ?? 1}
                  title={hit.tape === tape ? undefined : nameOf(hit.tape)}
                  note={noteOn(hit, { tape, step, before })}
                />
              }
              onPoint={() => onMove(index)}
              onGo={() => onGo(hit)}
            />
          )
        );
      }}
    />
  );
}

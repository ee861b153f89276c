import { useEffect, useRef } from 'react';
import { titleOf } from '../../../../shared/library/names.ts';
import type { Hit } from '../../../../shared/rpc/contract.ts';
import type { useSearch } from '../../data/appHooks.ts';
import { useFormats } from '../../data/formatHooks.ts';
import { useTapesById } from '../../data/libraryHooks.ts';
import { Button } from '../../ui/Button.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { VirtualList, type VirtualListHandle } from '../../ui/VirtualList.tsx';
import { HitRow } from './HitRow.tsx';
import styles from './Search.module.css';
import { summary } from './summary.ts';

interface Props {
  id: string;
  query: string;
  answer: ReturnType<typeof useSearch>;
  hits: readonly Hit[];
  /** The row that the arrows are on. */
  at: number;
  all: boolean;
  /** Null where there is no open tape to keep to. */
  onAll: ((all: boolean) => void) | null;
  /** Searches all tapes where this one has nothing, and gives the keys back to the field. */
  onWiden: () => void;
  onMove: (to: number) => void;
  onGo: (hit: Hit) => void;
}

const ROW = 58;

/** What was found, newest first, with how much could be searched. */
export const Hits = ({ id, query, answer, hits, at, all, onAll, onWiden, onMove, onGo }: Props) => {
  const list = useRef<VirtualListHandle>(null);
  const formats = useFormats();
  const tapes = useTapesById(all ? hits.map((hit) => hit.tape) : []);
  const nameOf = (id: string): string => {
    const row = tapes.get(id);
    if (row === undefined) return id;
    const mark = formats.find((format) => format.id === row.format)?.mark;
    return [mark, titleOf(row)].filter(Boolean).join(' ');
  };
  const nothing = answer.isSuccess && !answer.isPlaceholderData && hits.length === 0;
  useEffect(() => list.current?.show(at), [at]);
  return (
    <div className={styles.results}>
      <div className={styles.head}>
        <span role="status">
          {answer.isPending || answer.isPlaceholderData ? 'Searching…' : summary(answer.data?.pages[0], hits.length)}
        </span>
        {onAll && (
          <label className={styles.all}>
            <input type="checkbox" checked={all} onChange={(event) => onAll(event.target.checked)} /> all tapes
          </label>
        )}
      </div>
      {onAll && !all && nothing && (
        <p className={styles.nothing}>
          <Button look="quiet" onClick={onWiden}>
            Search all tapes
          </Button>
        </p>
      )}
      {answer.isError && <Failure error={answer.error} />}
      {answer.isPending && <SkeletonRows rows={4} height={ROW} label="Searching" />}
      {hits.length > 0 && (
        <VirtualList
          handle={list}
          id={id}
          role="listbox"
          aria-label={`Hits for ${query}`}
          className={styles.list}
          aria-busy={answer.isPlaceholderData}
          style={{ height: Math.min(hits.length, 8) * ROW }}
          count={hits.length}
          size={() => ROW}
          keyOf={(index) => `${hits[index]?.tape} ${hits[index]?.seq}`}
          onRange={(_, to) => to >= hits.length - 4 && answer.hasNextPage && !answer.isFetching && void answer.fetchNextPage()}
          row={(index) => {
            const hit = hits[index];
            return (
              hit && (
                <HitRow
                  id={`${id}-${index}`}
                  hit={hit}
                  active={index === at}
                  tape={all ? nameOf(hit.tape) : null}
                  onPoint={() => onMove(index)}
                  onGo={() => onGo(hit)}
                />
              )
            );
          }}
        />
      )}
    </div>
  );
};

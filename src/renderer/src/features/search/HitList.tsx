import { type Ref, useEffect, useRef } from 'react';
import { projectNames, titleOf } from '../../../../shared/library/names.ts';
import type { TapeRow } from '../../../../shared/model/index.ts';
import { useNameOf } from '../../data/formatHooks.ts';
import { count, formatNumber, formatWhen } from '../../ui/format.ts';
import { Option } from '../../ui/Option.tsx';
import { VirtualList, type VirtualListHandle } from '../../ui/VirtualList.tsx';
import { HitItem } from './HitItem.tsx';
import { heightOf, type Row } from './rows.ts';
import styles from './SearchPage.module.css';

interface Props {
  id: string;
  query: string;
  rows: readonly Row[];
  /** The row that the keys are on. */
  at: number;
  tapes: ReadonlyMap<string, TapeRow>;
  /** They are the hits of the search before. */
  stale: boolean;
  onMove: (to: number) => void;
  onOpen: (at: number) => void;
  /** The last rows are on screen. */
  onEnd: () => void;
  box: Ref<HTMLDivElement>;
}

const SessionRow = ({ tape, id, hits }: { tape: TapeRow | undefined; id: string; hits: number }) => {
  const nameOf = useNameOf();
  const project = tape && (projectNames([tape.project]).get(tape.project) ?? tape.project);
  return (
    <div className={`${styles.session} row middle gap-3 pad-x-4 on-sunk line-below small dim`} role="presentation">
      <b className="cut medium">{tape ? titleOf(tape) : id}</b>
      {tape && <span className="cut">{[project, nameOf(tape.format), formatWhen(tape.ended)].filter(Boolean).join(' · ')}</span>}
      <span className="push nowrap">
        <b className="ink">{formatNumber(hits)}</b> {hits === 1 ? 'hit' : 'hits'}
      </span>
    </div>
  );
};

const moreWords = ({ hits, same }: Extract<Row, { type: 'more' }>): string =>
  [`${formatNumber(hits)} more`, same > 0 ? `${formatNumber(same)} of them the same text again` : ''].filter(Boolean).join(' · ');

/** Hits under their sessions. One list of options, of which only those on screen exist. */
export function HitList({ id, query, rows, at, tapes, stale, onMove, onOpen, onEnd, box }: Props) {
  const list = useRef<VirtualListHandle>(null);
  useEffect(() => {
    // The session's own row comes into view with its first hit.
    if (rows[at - 1]?.type === 'session') list.current?.show(at - 1);
    list.current?.show(at);
  }, [at, rows]);
  return (
    <div ref={box} className="row shrink-x shrink-y">
      <VirtualList
        handle={list}
        id={id}
        role="listbox"
        tabIndex={0}
        aria-label={query === '' ? 'Hits' : `Hits for ${query}`}
        aria-activedescendant={`${id}-${at}`}
        aria-busy={stale}
        className="grow shrink-x no-outline busy-fade"
        count={rows.length}
        size={(index) => heightOf(rows[index])}
        keyOf={(index) => {
          const row = rows[index];
          return row === undefined
            ? index
            : row.type === 'hit'
              ? `${row.hit.tape} ${row.hit.seq} ${heightOf(row)}`
              : `${row.tape} ${row.type}`;
        }}
        onRange={(_, to) => to >= rows.length - 6 && onEnd()}
        row={(index) => {
          const row = rows[index];
          if (row === undefined) return null;
          if (row.type === 'session') return <SessionRow id={row.tape} tape={tapes.get(row.tape)} hits={row.hits} />;
          const common = { id: `${id}-${index}`, active: index === at };
          if (row.type === 'hit')
            return (
              <HitItem
                {...common}
                hit={row.hit}
                tape={tapes.get(row.hit.tape)}
                onChoose={() => onMove(index)}
                onOpen={() => onOpen(index)}
              />
            );
          return (
            <Option
              {...common}
              className={`${styles.more} block full-width line-below small dim text-left`}
              onClick={() => onOpen(index)}
              title={`Show the remaining ${count(row.hits, 'hit')}`}
            >
              {moreWords(row)} · <u>show</u>
            </Option>
          );
        }}
      />
    </div>
  );
}

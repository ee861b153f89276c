import { useMemo, useState } from 'react';
import type { MergeConflict, MergeOptions, MergePreview } from '../../../../../shared/model/index.ts';
import { count } from '../../../ui/format.ts';
import { kindColour, kindWord } from '../../../ui/kinds.ts';
import { VirtualList } from '../../../ui/VirtualList.tsx';
import { kindsWords } from '../../context/figures.ts';
import styles from './MergeList.module.css';
import { type MergeRow, mergeRows } from './rows.ts';
import { loserOf, markOf, settledAs } from './sentences.ts';

type Strategy = MergeOptions['onConflict'];

const SIZES: Record<MergeRow['type'], number> = { conflict: 96, item: 30, duplicate: 30, left: 40, 'left-entry': 24 };

const Kind = ({ kind }: { kind: string }) => (
  <span className={`${styles.kind} swatch row baseline shrink-x semibold`} style={{ color: kindColour(kind) }}>
    <span className="cut">{kindWord(kind)}</span>
  </span>
);

const Conflict = ({ conflict, onConflict, into }: { conflict: MergeConflict; onConflict: Strategy; into: string }) => {
  const loser = loserOf(conflict, onConflict);
  // The session is A and a fork is B; of two forks the first is A.
  const withSession = conflict.sides.some(({ from }) => from === null);
  return (
    <div className="pad-x-4 pad-top-2 pad-bottom-3">
      <p className={`${styles.sentence} pad-bottom-1 small`}>
        <b>{conflict.sentence}</b>{' '}
        <span className="dim" data-stops={onConflict === 'refuse'}>
          {settledAs(conflict, onConflict, into)}
        </span>
      </p>
      <div className={`${styles.sides} grid halves gap-tight on-line`}>
        {conflict.sides.map(({ from, id, value }, index) => (
          <div
            key={`${from} ${id}`}
            className={`${styles.side} on-bg pad-y-2 pad-x-3`}
            data-side={(withSession ? from === null : index === 0) ? 'a' : 'b'}
            data-loses={loser === index}
          >
            <p className="tiny dim">
              {from ?? into} · #{id}
              {loser === index && ' · superseded'}
            </p>
            <p className={`${styles.value} scroll code pre-wrap break-anywhere`}>{value}</p>
          </div>
        ))}
      </div>
    </div>
  );
};

const kindCounts = (entries: readonly { kind: string }[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { kind } of entries) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
};

interface Props {
  preview: MergePreview;
  onConflict: Strategy;
  /** The session that takes the entries. */
  into: string;
  /** Several forks merge together, so that each row names its own. */
  several: boolean;
}

/** One row of the preview. */
const RowView = ({ row, props, onToggle }: { row: MergeRow; props: Props; onToggle: (key: string) => void }) => {
  switch (row.type) {
    case 'conflict':
      return <Conflict conflict={row.conflict} onConflict={props.onConflict} into={props.into} />;
    case 'item': {
      const { item } = row;
      return (
        <div
          className={`${styles.item} grid middle gap-3 line-below small nowrap margin-x-4`}
          data-mark={item.mark ?? (row.conflicting ? 'conflict' : '')}
          title={item.summary}
        >
          <span className="dim text-right">#{item.newId}</span>
          <Kind kind={item.kind} />
          <span className={`${styles.summary} code cut`}>{item.summary}</span>
          <span className={`${styles.mark} tiny dim`}>{markOf(item.mark, row.conflicting)}</span>
          <span className={`${styles.from} tiny faint text-right cut`}>
            {item.from} #{item.id}
          </span>
        </div>
      );
    }
    case 'duplicate': {
      const { duplicate } = row;
      return (
        <div
          className={`${styles.item} ${styles.duplicate} hatched grid middle gap-3 line-below small nowrap faint margin-x-4`}
          title={duplicate.summary}
        >
          <span className="dim text-right">–</span>
          <Kind kind={duplicate.kind} />
          <span className={`${styles.summary} code cut`}>
            <s>{duplicate.summary}</s>
          </span>
          <span className={`${styles.mark} tiny dim`}>
            same as {duplicate.of.from ?? ''} #{duplicate.of.id}
            {duplicate.by === 'tool-call-id' && ', by its call'}
          </span>
          <span className={`${styles.from} tiny faint text-right cut`}>
            {duplicate.from} #{duplicate.id}
          </span>
        </div>
      );
    }
    case 'left':
      return (
        <div className="pad-y-1 pad-x-4">
          <div className={`${styles.left} hatched row middle round small dim nowrap gap-3 pad-x-3`}>
            <span aria-hidden="true">⋯</span>
            <span className="cut">
              <b className="semibold ink">{count(row.entries.length, 'entry', 'entries')}</b> of {row.from} not taken: no insight, no
              anchor, cited by none
            </span>
            <span className="push tiny faint cut">{kindsWords(kindCounts(row.entries))}</span>
            <button type="button" className="dim link hover-ink" aria-expanded={row.open} onClick={() => onToggle(row.key)}>
              {row.open ? 'hide' : 'show'}
            </button>
          </div>
        </div>
      );
    case 'left-entry':
      return (
        <div className={`${styles.leftEntry} grid middle small pad-x-3 tall-24 margin-x-4`}>
          <Kind kind={row.entry.kind} />
          <span className={`${styles.from} tiny faint text-right cut`}>
            {row.entry.from} #{row.entry.id}
          </span>
        </div>
      );
  }
};

/** Every entry of the forks in its place: conflicts first, then the exact order, with what is left out where it would have been. */
export function MergeList(props: Props) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(() => mergeRows(props.preview, open), [props.preview, open]);
  const toggle = (key: string) => setOpen(new Set(open.has(key) ? [...open].filter((other) => other !== key) : [...open, key]));
  if (rows.length === 0)
    return <p className="pad-4 small dim measure">The fork has no entries of its own. A merge closes it, and records that on the tape.</p>;
  return (
    <VirtualList
      className={`${styles.list} shrink-y`}
      role="region"
      aria-label="What would be appended, in order"
      tabIndex={0}
      count={rows.length}
      measure
      size={(index) => SIZES[rows[index]?.type ?? 'item']}
      keyOf={(index) => rows[index]?.key ?? index}
      padding={8}
      row={(index) => {
        const row = rows[index];
        return row && <RowView row={row} props={props} onToggle={toggle} />;
      }}
    />
  );
}

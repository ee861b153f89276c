import { type ReactNode, useState } from 'react';
import { addressOf } from '../../../../shared/model/address.ts';
import type { CompareBlock, Comparison } from '../../../../shared/model/index.ts';
import { changedWord } from '../../../../shared/model/vocabulary.ts';
import { useTextDiff } from '../../data/compareHooks.ts';
import { usePick, useStore } from '../../state/store.ts';
import { kindColour } from '../../ui/kinds.ts';
import { Bar } from '../../ui/Skeleton.tsx';
import { NoteMark } from '../annotations/NoteMark.tsx';
import { blockWord, tokensLong, tokensShort } from '../context/figures.ts';
import { usePreview } from '../context/usePreview.ts';
import shared from './Compare.module.css';
import styles from './CompareRow.module.css';
import { foldWords } from './figures.ts';
import { Pieces } from './Pieces.tsx';
import { piecesOf, type Row, wholeOf } from './rows.ts';

interface Props {
  row: Row | undefined;
  comparison: Comparison;
  active: boolean;
  onToggle: (run: number) => void;
  /** Why a side has not what the other has: '' where that is not known. */
  absentIn: (side: 'a' | 'b', seq: number) => string;
  /** Came with steps that are not selected. */
  outside: boolean;
}

/** One line of the comparison, across both sides. */
export function CompareRow({ row, comparison, active, onToggle, absentIn, outside }: Props) {
  if (row === undefined) return null;
  const { pair, sides } = comparison;
  const run = pair.runs[row.run];
  if (row.type === 'fold') {
    return (
      <div className={`${shared.fold} on-sunk line-below small dim text-center`} data-active={active}>
        <button type="button" className="full-width text-center hover-ink" aria-expanded={row.open} onClick={() => onToggle(row.run)}>
          {run && foldWords(run, comparison)} <u className="margin-left-2">{row.open ? 'fold' : 'unfold'}</u>
        </button>
      </div>
    );
  }
  const [a, b] = pair.sides.map((side) => sides[side]?.tape ?? '');
  return (
    <div className={`${shared.pair} line-below grid halves`} data-active={active} data-outside={outside}>
      {row.fate === 'changed' && row.a && row.b ? (
        <Changed a={{ tape: a ?? '', block: row.a }} b={{ tape: b ?? '', block: row.b }} />
      ) : (
        <>
          <Cell side="a" fate={row.fate} tape={a ?? ''} block={row.a} absent={absentIn('a', row.b?.entries[0] ?? 0)} />
          <Cell side="b" fate={row.fate} tape={b ?? ''} block={row.b} absent={absentIn('b', row.a?.entries[0] ?? 0)} />
        </>
      )}
    </div>
  );
}

interface CellProps {
  side: 'a' | 'b';
  fate: 'same' | 'changed' | 'a' | 'b';
  tape: string;
  block: CompareBlock | null;
  absent: string;
}

/** A block on its side; where the other side has nothing, there is a hatched place with the reason, if one is known. */
const Cell = ({ side, fate, tape, block, absent }: CellProps) =>
  block === null ? (
    <div className={`${styles.absent} hatched shrink-x pad-y-2 pad-x-4`}>
      <span className="unseen">not in {side.toUpperCase()}</span>
      {absent !== '' && <span className="tiny dim">{absent}</span>}
    </div>
  ) : (
    <div className={`${styles.cell} shrink-x pad-y-2 pad-x-4`} data-only={fate === side ? side : undefined} data-same={fate === 'same'}>
      <Label tape={tape} block={block} note={fate === 'same' ? '' : `only in ${side.toUpperCase()}`} />
      <Words tape={tape} block={block} />
    </div>
  );

const Label = ({ tape, block, note, children }: { tape: string; block: CompareBlock; note: string; children?: ReactNode }) => {
  const open = useStore((state) => state.tape);
  const { select, openTape } = usePick('select', 'openTape');
  const { tape: at, seq, part } = addressOf(tape, block);
  const show = () => (open === at ? select(seq, part) : openTape(at, { entry: seq, panel: 'compare' }));
  return (
    <p className="row gap-1 tiny dim nowrap">
      <span style={{ color: kindColour(block.tone, block.role) }}>{blockWord(block)}</span>
      {note !== '' && ` · ${note}`}
      {block.answer && ' · its answer'}
      {block.text !== undefined && block.entries.length > 0 && ' · replaced'}
      {block.from && ` · from ${block.from.title}`}
      {children} <NoteMark tape={tape} entries={block.entries} />
      <span className="push pad-left-3" title={tokensLong(block.tokens)}>
        {block.tokens.value > 0 && tokensShort(block.tokens)}
      </span>
      {seq > 0 && (
        <button type="button" className={`${shared.link} dim link`} title="Show this entry in the inspector" onClick={show}>
          {block.request ? 'request' : `#${seq}`}
        </button>
      )}
    </p>
  );
};

const Words = ({ tape, block }: { tape: string; block: CompareBlock }) => {
  const { tape: at, seq } = addressOf(tape, block);
  const known = block.text ?? block.request?.text;
  const preview = usePreview(at, known === undefined ? seq : null);
  const text = known ?? preview?.text;
  const waits = known === undefined && preview === undefined;
  return <p className={`${styles.text} code clamp`}>{waits ? <Bar width={`${35 + ((seq * 13) % 50)}%`} /> : text || '(no text)'}</p>;
};

interface Placed {
  tape: string;
  block: CompareBlock;
}

const textOf = ({ tape, block }: Placed) => (block.text === undefined ? addressOf(tape, block) : { text: block.text });

/** The same place on both sides with other words in it. */
const Changed = ({ a, b }: { a: Placed; b: Placed }) => {
  const [open, setOpen] = useState(false);
  const diff = useTextDiff(textOf(a), textOf(b));
  return ([a, b] as const).map(({ tape, block }, at) => {
    const side = at === 0 ? 'a' : 'b';
    return (
      <div key={side} className={`${styles.cell} shrink-x pad-y-2 pad-x-4`}>
        <Label tape={tape} block={block} note={changedWord(diff.data?.unlike ?? false)}>
          {side === 'a' && (
            <button type="button" className={`${shared.link} dim link`} aria-expanded={open} onClick={() => setOpen(!open)}>
              {open ? 'less' : 'all'}
            </button>
          )}
        </Label>
        {diff.data ? (
          <Pieces
            pieces={open ? wholeOf(diff.data.segments, side) : piecesOf(diff.data.segments, side)}
            side={side}
            cut={diff.data.cut[side]}
            open={open}
          />
        ) : (
          <Words tape={tape} block={block} />
        )}
      </div>
    );
  });
};

import { type EdgeProps, Handle, type Node, type NodeProps, Position } from '@xyflow/react';
import type { ProvenancePlace, ProvenanceSource, ProvenanceWay } from '../../../../shared/model/index.ts';
import { formatNumber, formatShare } from '../../ui/format.ts';
import { kindColour } from '../../ui/kinds.ts';
import { MidCut } from '../../ui/MidCut.tsx';
import { absentWords } from './answer.ts';
import { BAR, PLACE_BAR, type Placed } from './layout.ts';
import styles from './Provenance.module.css';

type Shown = {
  /** Where its bar is, from the top of its row. */
  bar: Placed;
  top: number;
  lit: boolean;
  total: number;
};

export type SourceNode = Node<Shown & { source: ProvenanceSource }>;
export type WayNode = Node<Shown & { way: ProvenanceWay }>;
export type PlaceNode = Node<Shown & { place: ProvenancePlace; marks: readonly { y: number; height: number }[] }>;

const Ends = () => (
  <>
    <Handle type="target" position={Position.Left} className="no-pointer invisible" isConnectable={false} />
    <Handle type="source" position={Position.Right} className="no-pointer invisible" isConnectable={false} />
  </>
);

const barStyle = ({ bar, top }: Shown) => ({ top: bar.y - top, height: Math.max(1, bar.height) });

/** A row of the first column: its name, its tokens, its bar. In front of it, hatched, what it is in the place of. */
export function SourceRow({ data }: NodeProps<SourceNode>) {
  const { source, lit, total } = data;
  const absent = absentWords(source);
  const words = `${source.name}, ${formatNumber(source.tokens)} tokens, ${formatShare(source.tokens, total)}${absent === '' ? '' : `, ${absent}`}`;
  return (
    <button
      type="button"
      className={`${styles.source} grid middle full-width full-height relative small ink text-right`}
      aria-pressed={lit}
      title={words}
      tabIndex={lit ? 0 : -1}
    >
      <Ends />
      {absent !== '' && <Wedge data={data} />}
      <span className={`${styles.words} stack shrink-x raised`}>
        <span className={source.code ? styles.code : styles.name}>
          <MidCut text={source.name} />
        </span>
        {absent !== '' && <span className="tiny dim nowrap"> {absent}</span>}
      </span>{' '}
      <span className={`${styles.tokens} tiny dim text-right raised`}>{formatNumber(source.tokens)}</span>
      <i
        className={`${styles.bar} absolute right-0`}
        style={{ ...barStyle(data), width: BAR, background: lit ? 'var(--head)' : kindColour(source.tone) }}
      />
    </button>
  );
}

/** Not to scale, and hatched for that. */
const Wedge = ({ data }: { data: SourceNode['data'] }) => {
  const { top, height } = barStyle(data);
  return (
    <i
      className={`${styles.wedge} absolute no-pointer`}
      style={{ clipPath: `polygon(0 0, 100% ${top}px, 100% ${top + height}px, 0 100%)` }}
      aria-hidden="true"
    />
  );
};

export function WayRow({ data }: NodeProps<WayNode>) {
  const { way, lit } = data;
  return (
    <button
      type="button"
      className={`${styles.way} full-width full-height relative tiny text-center`}
      data-lit={lit}
      tabIndex={lit ? 0 : -1}
    >
      <Ends />
      <span className={`${styles.wayWords} absolute cut leading-16`}>
        {way.name}
        {way.times > 1 && ` × ${formatNumber(way.times)}`} <small className="regular dim">{formatNumber(way.tokens)}</small>
      </span>
      <i className={`${styles.bar} absolute right-0`} style={{ ...barStyle(data), width: BAR }} />
    </button>
  );
}

export function PlaceRow({ data }: NodeProps<PlaceNode>) {
  const { place, lit, total, marks } = data;
  return (
    <button
      type="button"
      className={`${styles.place} row middle full-width full-height relative small pad-left-5`}
      data-lit={lit}
      tabIndex={lit ? 0 : -1}
    >
      <Ends />
      <i className={`${styles.bar} absolute right-0`} style={{ ...barStyle(data), width: PLACE_BAR, background: kindColour(place.tone) }} />
      {marks.map(({ y, height }) => (
        <i
          key={y}
          className={`${styles.mark} absolute on-head`}
          style={{ top: y - data.top, height: Math.max(1, height), width: PLACE_BAR + 2 }}
        />
      ))}
      <span className={`${styles.placeWords} grid baseline full-width gap-1 pad-right-2`}>
        <span className="cut">{place.name}</span> <b className="text-right">{formatNumber(place.tokens)}</b>{' '}
        <small className="dim text-right nowrap">{formatShare(place.tokens, total)}</small>
      </span>
    </button>
  );
}

/** One flow between two columns, filled. */
export function RibbonEdge({ data }: EdgeProps) {
  return (
    <path
      className={`${styles.ribbon} cursor-pointer`}
      d={String(data?.path ?? '')}
      data-lit={data?.lit === true}
      style={{ fill: data?.lit === true ? 'var(--head)' : String(data?.colour ?? 'var(--dim)') }}
    />
  );
}

import type { ProvenancePlace, ProvenanceSource, ProvenanceWay } from '../../../../shared/model/index.ts';
import { formatNumber, formatShare } from '../../ui/format.ts';
import { kindColour } from '../../ui/kinds.ts';
import { MidCut } from '../../ui/MidCut.tsx';
import { absentWords } from './answer.ts';
import { BAR, PLACE_BAR, type Placed } from './layout.ts';
import styles from './Provenance.module.css';

/** Where a row is, from the left and the top of all of them. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Shown {
  bar: Placed;
  box: Box;
  lit: boolean;
}

const boxStyle = ({ x, y, width, height }: Box) => ({ left: x, top: y, width, height });

const barStyle = ({ bar, box }: Pick<Shown, 'bar' | 'box'>) => ({ top: bar.y - box.y, height: Math.max(1, bar.height) });

interface SourceProps extends Shown {
  source: ProvenanceSource;
  total: number;
  /** Pressed, by a key or the pointer. */
  onPress: (byKey: boolean) => void;
  /** The pointer is on it, or left it. */
  onPoint: (on: boolean) => void;
}

/** A row of the first column: its name, its tokens, its bar. In front of it, hatched, what it is in the place of. */
export function SourceRow({ source, bar, box, lit, total, onPress, onPoint }: SourceProps) {
  const absent = absentWords(source);
  const words = `${source.name}, ${formatNumber(source.tokens)} tokens, ${formatShare(source.tokens, total)}${absent === '' ? '' : `, ${absent}`}`;
  return (
    <button
      type="button"
      className={`${styles.source} grid middle absolute small ink text-right`}
      style={boxStyle(box)}
      aria-pressed={lit}
      title={words}
      tabIndex={lit ? 0 : -1}
      onClick={({ detail }) => onPress(detail === 0)}
      onMouseEnter={() => onPoint(true)}
      onMouseLeave={() => onPoint(false)}
    >
      {absent !== '' && <Wedge bar={bar} box={box} />}
      <span className={`${styles.words} stack shrink-x raised`}>
        <span className={source.code ? styles.code : styles.name}>
          <MidCut text={source.name} />
        </span>
        {absent !== '' && <span className="tiny dim nowrap"> {absent}</span>}
      </span>{' '}
      <span className={`${styles.tokens} tiny dim text-right raised`}>{formatNumber(source.tokens)}</span>
      <i
        className={`${styles.bar} absolute right-0`}
        style={{ ...barStyle({ bar, box }), width: BAR, background: lit ? 'var(--head)' : kindColour(source.tone) }}
      />
    </button>
  );
}

/** Not to scale, and hatched for that. */
const Wedge = (at: Pick<Shown, 'bar' | 'box'>) => {
  const { top, height } = barStyle(at);
  return (
    <i
      className={`${styles.wedge} absolute no-pointer`}
      style={{ clipPath: `polygon(0 0, 100% ${top}px, 100% ${top + height}px, 0 100%)` }}
      aria-hidden="true"
    />
  );
};

export function WayRow({ way, bar, box, lit, onPress }: Shown & { way: ProvenanceWay; onPress: () => void }) {
  return (
    <button
      type="button"
      className={`${styles.way} absolute tiny text-center`}
      style={boxStyle(box)}
      data-lit={lit}
      tabIndex={lit ? 0 : -1}
      onClick={onPress}
    >
      <span className={`${styles.wayWords} absolute cut leading-16`}>
        {way.name}
        {way.times > 1 && ` × ${formatNumber(way.times)}`} <small className="regular dim">{formatNumber(way.tokens)}</small>
      </span>
      <i className={`${styles.bar} absolute right-0`} style={{ ...barStyle({ bar, box }), width: BAR }} />
    </button>
  );
}

interface PlaceProps extends Shown {
  place: ProvenancePlace;
  total: number;
  /** Where lit ribbons enter it. */
  marks: readonly { y: number; height: number }[];
  onPress: () => void;
}

export function PlaceRow({ place, bar, box, lit, total, marks, onPress }: PlaceProps) {
  return (
    <button
      type="button"
      className={`${styles.place} row middle absolute small pad-left-5`}
      style={boxStyle(box)}
      data-lit={lit}
      tabIndex={lit ? 0 : -1}
      onClick={onPress}
    >
      <i
        className={`${styles.bar} absolute right-0`}
        style={{ ...barStyle({ bar, box }), width: PLACE_BAR, background: kindColour(place.tone) }}
      />
      {marks.map(({ y, height }) => (
        <i
          key={y}
          className={`${styles.mark} absolute on-head`}
          style={{ top: y - box.y, height: Math.max(1, height), width: PLACE_BAR + 2 }}
        />
      ))}
      <span className={`${styles.placeWords} grid baseline full-width gap-1 pad-right-2`}>
        <span className="cut">{place.name}</span> <b className="text-right">{formatNumber(place.tokens)}</b>{' '}
        <small className="dim text-right nowrap">{formatShare(place.tokens, total)}</small>
      </span>
    </button>
  );
}

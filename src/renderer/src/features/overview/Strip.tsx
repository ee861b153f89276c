import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { formatShort } from '../../ui/format.ts';
import { dollarsOf } from '../../ui/money.ts';
import { dayName } from './figures.ts';
import styles from './Overview.module.css';
import { later, type Period, type StripBar } from './period.ts';

/** Height of the bars of tokens and of money, in the drawing's own units. */
const [ABOVE, BELOW] = [40, 22];

/** A bar of anything is seen, however little it is next to the largest. */
const LEAST = 2;

const heightOf = (value: number, most: number, room: number): number => (value === 0 ? 0 : Math.max(LEAST, (room * value) / most));

interface Props {
  bars: readonly StripBar[];
  /** How many days each of them is. */
  each: number;
  /** Whether money is drawn; else tokens alone. */
  priced: boolean;
  period: Period;
  onPeriod(period: Period): void;
}

/** As many as are apart from each other in a narrow window. */
const MARKS = 6;

/** The first bars of months, or each of a few. */
const marks = (bars: Props['bars'], each: number): { day: string; at: number }[] => {
  const all = bars.map(({ from }, at) => ({ day: from, at }));
  const isFirst = ({ day }: { day: string }, at: number): boolean => at > 0 && day.slice(0, 7) !== all[at - 1]?.day.slice(0, 7);
  const firsts = bars.length * each > 45 ? all.filter(isFirst) : all;
  const kept = firsts.filter((_, at) => at % Math.ceil(firsts.length / MARKS) === 0);
  // The last one is moved left as far as it needs, and the one before it makes room for that.
  return (kept.at(-1)?.at ?? 0) > 0.9 * bars.length ? kept.toSpliced(-2, 1) : kept;
};

/** Pixels that the longest date takes. */
const WIDEST = 72;

const unitOf = (each: number): string => (each === 1 ? 'a day' : each === 7 ? 'a week' : `in ${each} days`);

const barName = ({ from, to }: StripBar): string => (from === to ? dayName(from) : `${dayName(from)} to ${dayName(to)}`);

/** Tokens a day above the line, money below it. A stretch that is brushed is the days that all else is about. */
export function Strip({ bars: all, each, priced, period, onPeriod }: Props) {
  const bars = priced ? all : all.map((bar) => ({ ...bar, dollars: 0 }));
  const [brush, setBrush] = useState<readonly [number, number] | null>(null);
  const last = bars.length - 1;
  const newest = bars[last]?.to ?? '';
  const most = bars.reduce((max, { tokens }) => Math.max(max, tokens), 1);
  const dearest = bars.reduce((max, { dollars }) => Math.max(max, dollars), 0);
  const barAt = (event: PointerEvent): number => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return Math.max(0, Math.min(last, Math.floor(((event.clientX - left) / width) * bars.length)));
  };
  const choose = (a: number, b: number) => {
    const [from, to] = [bars[Math.min(a, b)]?.from ?? null, bars[Math.max(a, b)]?.to ?? null];
    onPeriod(from === period.from && to === period.to ? { from: null, to: null } : { from, to });
  };
  const move = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const end = period.to ?? newest;
    if (event.key === 'Escape') onPeriod({ from: null, to: null });
    else if (by === undefined) return;
    else if (period.from === null) onPeriod({ from: end, to: end });
    else if (event.shiftKey) onPeriod({ from: period.from, to: [later(end, by), period.from].sort().at(-1) ?? end });
    else onPeriod({ from: later(period.from, by), to: later(end, by) });
    event.preventDefault();
    event.stopPropagation();
  };
  const chosen = (at: number, { from, to }: StripBar): boolean => {
    if (brush !== null) return at >= Math.min(...brush) && at <= Math.max(...brush);
    return (period.from === null || to >= period.from) && (period.to === null || from <= period.to);
  };
  return (
    <div className={`${styles.strip} grow relative shrink-x tiny dim`}>
      <div
        className={`${styles.bars} full-height crosshair touch-none`}
        role="slider"
        tabIndex={0}
        aria-label="Days to add up"
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={Math.max(
          0,
          bars.findIndex(({ to }) => period.from !== null && to >= period.from),
        )}
        aria-valuetext={period.from === null ? 'all days' : `${dayName(period.from)} to ${dayName(period.to ?? newest)}`}
        title="Drag across days to add up only those; arrow keys move the selection, Shift extends it, Escape shows all days"
        onKeyDown={move}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setBrush([barAt(event), barAt(event)]);
        }}
        onPointerMove={(event) => brush !== null && setBrush([brush[0], barAt(event)])}
        onPointerCancel={() => setBrush(null)}
        onPointerUp={() => {
          if (brush !== null) choose(...brush);
          setBrush(null);
        }}
      >
        <svg
          className="block full-width full-height"
          viewBox={`0 0 ${bars.length} ${ABOVE + BELOW + 2}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {bars.map((bar, at) => {
            if (bar.tokens === 0 && bar.dollars === 0) return null;
            const [up, down] = [heightOf(bar.tokens, most, ABOVE), heightOf(bar.dollars, dearest, BELOW)];
            return (
              <g key={bar.from} data-chosen={chosen(at, bar)}>
                <title>{`${barName(bar)}: ${formatShort(bar.tokens)} tokens${priced ? `, ${dollarsOf(bar.dollars)}` : ''}`}</title>
                <rect x={at + 0.1} width={0.8} y={ABOVE - up} height={up} />
                <rect x={at + 0.1} width={0.8} y={ABOVE + 2} height={down} />
              </g>
            );
          })}
        </svg>
      </div>
      <span className={`${styles.above} absolute text-right nowrap left-0`}>tokens {unitOf(each)}</span>
      <span className={`${styles.below} absolute text-right nowrap left-0`}>
        {dearest > 0 ? `cost ${unitOf(each)}` : priced ? 'no price known' : ''}
      </span>
      <div className={`${styles.axis} absolute clip tall-16`} aria-hidden="true">
        {marks(bars, each).map(({ day, at }) => (
          <span className="absolute nowrap" key={day} style={{ left: `min(${(100 * at) / bars.length}%, 100% - ${WIDEST}px)` }}>
            {dayName(day)}
          </span>
        ))}
      </div>
    </div>
  );
}

import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import type { SumsOf } from '../../../../shared/model/index.ts';
import { tokensOf } from '../../../../shared/model/overview.ts';
import styles from './Overview.module.css';
import { later, type Period } from './period.ts';
import { dayName, money, tokens } from './words.ts';

/** Height of the bars of tokens and of money, in the drawing's own units. */
const [ABOVE, BELOW] = [40, 22];

interface Props {
  days: readonly { day: string; sums: SumsOf | undefined }[];
  period: Period;
  onPeriod(period: Period): void;
}

const largest = (days: Props['days'], of: (sums: SumsOf) => number): number =>
  days.reduce((most, { sums }) => Math.max(most, sums === undefined ? 0 : of(sums)), 0);

/** As many as are apart from each other in a narrow window. */
const MARKS = 6;

/** The first days of months, or each of a few. */
const marks = (days: Props['days']): { day: string; at: number }[] => {
  const all = days.map(({ day }, at) => ({ day, at }));
  const firsts = days.length > 45 ? all.filter(({ day }) => day.endsWith('-01')) : all;
  return firsts.filter((_, at) => at % Math.ceil(firsts.length / MARKS) === 0);
};

/** Tokens a day above the line, recorded money below it. A stretch that is brushed is the days that all else is about. */
export function Strip({ days, period, onPeriod }: Props) {
  const [brush, setBrush] = useState<readonly [number, number] | null>(null);
  const last = days.length - 1;
  const [most, dearest] = [largest(days, tokensOf), largest(days, ({ dollars }) => dollars)];
  const dayAt = (event: PointerEvent): number => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return Math.max(0, Math.min(last, Math.floor(((event.clientX - left) / width) * days.length)));
  };
  const choose = (a: number, b: number) => {
    const [from, to] = [days[Math.min(a, b)]?.day ?? null, days[Math.max(a, b)]?.day ?? null];
    onPeriod(from === period.from && to === period.to ? { from: null, to: null } : { from, to });
  };
  const move = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const end = period.to ?? days[last]?.day ?? '';
    if (event.key === 'Escape') onPeriod({ from: null, to: null });
    else if (by === undefined) return;
    else if (period.from === null) onPeriod({ from: end, to: end });
    else if (event.shiftKey) onPeriod({ from: period.from, to: [later(end, by), period.from].sort().at(-1) ?? end });
    else onPeriod({ from: later(period.from, by), to: later(end, by) });
    event.preventDefault();
    event.stopPropagation();
  };
  const chosen = (at: number, day: string): boolean => {
    if (brush !== null) return at >= Math.min(...brush) && at <= Math.max(...brush);
    return (period.from === null || day >= period.from) && (period.to === null || day <= period.to);
  };
  return (
    <div className={styles.strip}>
      <div
        className={styles.bars}
        role="slider"
        tabIndex={0}
        aria-label="Days that are added up"
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={Math.max(
          0,
          days.findIndex(({ day }) => day === period.from),
        )}
        aria-valuetext={period.from === null ? 'all days' : `${dayName(period.from)} to ${dayName(period.to ?? days[last]?.day ?? '')}`}
        title="Drag over days to add up those alone; arrow keys move them, Shift makes them more, Escape shows all"
        onKeyDown={move}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setBrush([dayAt(event), dayAt(event)]);
        }}
        onPointerMove={(event) => brush !== null && setBrush([brush[0], dayAt(event)])}
        onPointerCancel={() => setBrush(null)}
        onPointerUp={() => {
          if (brush !== null) choose(...brush);
          setBrush(null);
        }}
      >
        <svg viewBox={`0 0 ${days.length} ${ABOVE + BELOW + 2}`} preserveAspectRatio="none" aria-hidden="true">
          {days.map(({ day, sums }, at) => {
            if (sums === undefined) return null;
            const [up, down] = [(ABOVE * tokensOf(sums)) / (most || 1), (BELOW * sums.dollars) / (dearest || 1)];
            return (
              <g key={day} data-chosen={chosen(at, day)}>
                <title>{`${dayName(day)}: ${tokens(sums)}, ${money(sums)}`}</title>
                <rect x={at + 0.1} width={0.8} y={ABOVE - up} height={up} />
                <rect x={at + 0.1} width={0.8} y={ABOVE + 2} height={down} />
              </g>
            );
          })}
        </svg>
      </div>
      <span className={styles.above}>tokens a day</span>
      <span className={styles.below}>{dearest > 0 ? 'recorded cost a day' : 'no cost recorded'}</span>
      <div className={styles.axis} aria-hidden="true">
        {marks(days).map(({ day, at }) => (
          <span key={day} style={{ left: `${(100 * at) / days.length}%` }}>
            {dayName(day)}
          </span>
        ))}
      </div>
    </div>
  );
}

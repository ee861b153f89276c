import { useState } from 'react';
import { FACETS, type Facet, type FacetCount } from '../../../../shared/model/index.ts';
import { useNameOf } from '../../data/formatHooks.ts';
import type { SearchPageOf } from '../../data/searchHooks.ts';
import type { SearchPlace } from '../../state/hash.ts';
import { useStore } from '../../state/store.ts';
import { count, formatNumber } from '../../ui/format.ts';
import { goInSearch, toggled } from './place.ts';
import styles from './SearchPage.module.css';
import { valueWords } from './says.ts';

const TITLES: Readonly<Record<Facet, string>> = {
  agent: 'Agent',
  project: 'Project',
  kind: 'Kind',
  role: 'Role',
  tool: 'Tool',
  file: 'File',
  reached: 'Reached the model',
};

/** Values of a facet that are shown at first. */
const SHOWN = 5;

/** Values with their hits; those that are asked for stay, also with none. */
const valuesOf = (counts: readonly FacetCount[], asked: readonly string[]): FacetCount[] => [
  ...counts,
  ...asked.filter((value) => !counts.some((one) => one.value === value)).map((value) => ({ value, count: 0 })),
];

interface ValuesProps {
  facet: Facet;
  counts: readonly FacetCount[];
  place: SearchPlace;
  /** What is said in place of no values, or after them. */
  note: string | null;
}

/** How far it is known whether the model received the hits; null where it is known of all. */
const lookedWords = ({ looked: { done, of } }: SearchPageOf): string | null =>
  done < of ? `${formatNumber(done)} of ${count(of, 'hit')} checked` : null;

const Values = ({ facet, counts, place, note }: ValuesProps) => {
  const [open, setOpen] = useState(false);
  const nameOf = useNameOf();
  const asked = place.filters[facet] ?? [];
  const values = valuesOf(counts, asked);
  const shown = open ? values : values.filter(({ value }, at) => at < SHOWN || asked.includes(value));
  return (
    <fieldset className={`${styles.facet} shrink-x small`}>
      <legend className="dim bold tiny">{TITLES[facet]}</legend>
      {values.length === 0 && note === null && <span className="faint">none</span>}
      {shown.map(({ value, count: hits }) => (
        <label key={value} className="row middle gap-2 leading-20" title={value} data-none={hits === 0}>
          <input
            type="checkbox"
            checked={asked.includes(value)}
            onChange={() => goInSearch({ filters: toggled(place.filters, facet, value) })}
          />
          <span className="cut">{valueWords(facet, value, nameOf)}</span>
          <span className="push regular dim pad-left-2">{formatNumber(hits)}</span>
        </label>
      ))}
      {shown.length < values.length && (
        <button type="button" className="faint hover-ink" onClick={() => setOpen(true)}>
          {formatNumber(values.length - shown.length)} more
        </button>
      )}
      {note !== null && (
        <span className="faint" role="status">
          {note}
        </span>
      )}
    </fieldset>
  );
};

/** Bars that there is room for. */
const BARS = 30;
const DAY = 86_400_000;

const startOf = (day: string): number => new Date(`${day}T00:00:00`).getTime();

/** Days in as many stretches as there is room for. */
const stretchesOf = (days: SearchPageOf['days']): { from: string; to: string; count: number }[] => {
  const size = Math.ceil(days.length / BARS);
  return Array.from({ length: Math.ceil(days.length / size) }, (_, at) => {
    const some = days.slice(at * size, (at + 1) * size);
    return { from: some[0]?.day ?? '', to: some.at(-1)?.day ?? '', count: some.reduce((sum, one) => sum + one.count, 0) };
  });
};

/** Hits over the days that have any; a bar narrows to its days. */
const Days = ({ days }: { days: SearchPageOf['days'] }) => {
  if (days.length === 0) return null;
  const bars = stretchesOf(days);
  const most = Math.max(...bars.map((bar) => bar.count));
  const place = useStore.getState().search;
  return (
    <fieldset className={`${styles.facet} shrink-x small`}>
      <legend className="dim bold tiny">Date</legend>
      <div className={`${styles.days} row bottom-aligned gap-tight`}>
        {bars.map((bar) => {
          const words = `${bar.from === bar.to ? bar.from : `${bar.from} to ${bar.to}`}: ${count(bar.count, 'hit')}`;
          return (
            <button
              key={bar.from}
              type="button"
              className="grow full-height row bottom-aligned"
              title={words}
              aria-label={words}
              onClick={() => goInSearch({ filters: { ...place?.filters, since: startOf(bar.from), until: startOf(bar.to) + DAY - 1 } })}
            >
              <span className="full-width" style={{ height: `${Math.max(8, (100 * bar.count) / most)}%` }} />
            </button>
          );
        })}
      </div>
      <p className="row apart tiny faint">
        <span>{days[0]?.day}</span>
        {days.length > 1 && <span>{days.at(-1)?.day}</span>}
      </p>
    </fieldset>
  );
};

interface Props {
  answer: SearchPageOf;
  /** The same search with what is known of its hits by now. */
  reached: SearchPageOf | undefined;
  place: SearchPlace;
  /** The open tape. */
  tape: { id: string; name: string } | null;
}

/** What the hits are, with how many of each; a click narrows. */
export function Facets({ answer, reached, place, tape }: Props) {
  return (
    <section className={`${styles.facets} stack gap-3 pad-x-4 pad-y-3`} aria-label="Facets">
      {tape && (
        <fieldset className={`${styles.facet} shrink-x small`}>
          <legend className="dim bold tiny">Session</legend>
          <label className="row middle gap-2 leading-20" title={tape.name}>
            <input
              type="checkbox"
              checked={place.filters.session?.includes(tape.id) ?? false}
              onChange={() => goInSearch({ filters: toggled(place.filters, 'session', tape.id) })}
            />
            <span className="cut">only {tape.name}</span>
          </label>
        </fieldset>
      )}
      {FACETS.map((facet) => (
        <Values
          key={facet}
          facet={facet}
          counts={(facet === 'reached' ? (reached ?? answer) : answer).facets[facet] ?? []}
          place={place}
          note={facet === 'reached' ? lookedWords(reached ?? answer) : null}
        />
      ))}
      <Days days={answer.days} />
    </section>
  );
}

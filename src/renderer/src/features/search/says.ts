import { LISTED } from '../../../../shared/library/asked.ts';
import type { SearchFilters, Stay } from '../../../../shared/model/index.ts';
import type { SearchPageOf } from '../../data/searchHooks.ts';
import type { SearchPlace } from '../../state/hash.ts';
import { count, formatNumber, formatShare } from '../../ui/format.ts';

/** The last part of a path, with the one before where `parts` is 2. */
export function endOf(path: string, parts = 1): string {
  return (
    path
      .split(/[\\/]+/)
      .filter(Boolean)
      .slice(-parts)
      .join('/') || path
  );
}

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

const REACHED_WORDS: Readonly<Record<string, string>> = {
  in: 'still in context',
  left: 'left since',
  other: 'other branch',
  never: 'never sent',
};

/** A value of a condition as it is read. */
export function valueWords(name: string, value: string, nameOf: (format: string) => string): string {
  if (name === 'agent') return nameOf(value);
  if (name === 'reached') return REACHED_WORDS[value] ?? value;
  if (name === 'project') return endOf(value);
  if (name === 'session') return value.slice(0, 8);
  return name === 'file' ? endOf(value, 2) : value;
}

export interface Chip {
  name: keyof SearchFilters;
  value: string;
}

/** The conditions of a search as they are said: "kind result, error". */
export function chipsOf(filters: SearchFilters, nameOf: (format: string) => string): Chip[] {
  const lists = LISTED.flatMap((name): Chip[] => {
    const values = filters[name] ?? [];
    return values.length === 0 ? [] : [{ name, value: values.map((value) => valueWords(name, value, nameOf)).join(', ') }];
  });
  const { since, until, error } = filters;
  return [
    ...lists,
    ...(since === undefined ? [] : [{ name: 'since' as const, value: day.format(since) }]),
    ...(until === undefined ? [] : [{ name: 'until' as const, value: day.format(until) }]),
    ...(error === undefined ? [] : [{ name: 'error' as const, value: error ? 'yes' : 'no' }]),
  ];
}

const quoted = (text: string): string => (/^[\w.,:/@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

/** A moment without what is zero at its end. */
const momentText = (time: number): string => new Date(time).toISOString().replace(/(T00:00)?:00\.000Z$/, (_, zero) => (zero ? '' : 'Z'));

/** A condition as it is typed. */
const typed = (name: string, values: readonly string[]): string => {
  const plain = values.every((value) => !/[\s",]/.test(value));
  return plain ? `${name}:${values.join(',')}` : values.map((value) => `${name}:"${value.replaceAll('"', '')}"`).join(' ');
};

/** The same search on the command line. Conditions that have no option are typed, and so are all where there are no words. */
export function terminalLine({ query, mode, filters, sort }: SearchPlace): string {
  const bare = query.trim() === '';
  const { session = [], since, until, error } = filters;
  const lists = LISTED.filter((name) => name !== 'session').flatMap((name) => {
    const values = filters[name] ?? [];
    return values.length === 0 ? [] : [{ name, values }];
  });
  const words = [
    ...(bare ? lists.map(({ name, values }) => typed(name, values)) : [query.trim()]),
    ...(error === false || (bare && error) ? [`error:${error ? 'yes' : 'no'}`] : []),
    ...(session.length > 1 ? [typed('session', session)] : []),
  ];
  return [
    `tape search ${query.startsWith('-') ? '-- ' : ''}${quoted(words.join(' ') || ' ')}`,
    session.length === 1 ? `--tape ${quoted(session[0] ?? '')}` : '--imported',
    ...(mode === 'words' ? [] : [`--${mode}`]),
    ...(bare
      ? []
      : lists.map(({ name, values }) =>
          name === 'kind' ? `--kind ${quoted(values.join(','))}` : values.map((value) => `--${name} ${quoted(value)}`).join(' '),
        )),
    ...(since === undefined ? [] : [`--since ${momentText(since)}`]),
    ...(until === undefined ? [] : [`--until ${momentText(until)}`]),
    ...(!bare && error === true ? ['--error'] : []),
    ...(sort === 'best' ? ['--best'] : []),
  ].join(' ');
}

/** "86 hits in 3 sessions", "2,000 or more hits in 9 sessions", "No hits so far". */
export function totalWords({
  total,
  complete,
  sessions,
}: Pick<SearchPageOf, 'total' | 'complete' | 'sessions'>): [hits: string, where: string] {
  if (total === 0 && !complete) return ['No hits', 'so far'];
  return [complete ? count(total, 'hit') : `${formatNumber(total)} or more hits`, `in ${count(sessions, 'session')}`];
}

/** What else is to be said of an answer, each in a few words. */
export function asideOf({ repeats, stopped, indexed, of }: SearchPageOf): string[] {
  return [
    ...(repeats > 0 ? [`${formatNumber(repeats)} ${repeats === 1 ? 'repeats' : 'repeat'} the same text (folded)`] : []),
    ...(stopped ? [`stopped after ${Math.round(stopped.ms / 1000)} s, ${count(stopped.left, 'session')} not searched`] : []),
    ...(indexed < of ? [`${formatShare(indexed, of)} of the text is indexed so far`] : []),
  ];
}

/** How many of the hits the model received, once that is known of all of them; of a search for some of them alone nothing. */
export function reachedAside(answer: Pick<SearchPageOf, 'looked' | 'facets'> | undefined): string[] {
  if (answer === undefined || answer.looked.done < answer.looked.of) return [];
  const of = (...values: readonly string[]): number =>
    (answer.facets.reached ?? []).reduce((sum, { value, count: hits }) => sum + (values.includes(value) ? hits : 0), 0);
  const received = of('in', 'left', 'other');
  if (received + of('never') === 0) return [];
  return [`${formatNumber(received)} reached the model, ${formatNumber(of('in'))} still in context`];
}

/** Whether the model received an entry: how it is said, and whether it was at the end. */
export function reachedWords({ stays, other }: { stays: readonly Stay[]; other?: boolean | undefined }): {
  words: string;
  tone: 'in' | 'left' | 'not';
} {
  const last = stays.at(-1);
  if (last === undefined) return { words: 'never sent', tone: 'not' };
  if (other) return { words: 'other branch', tone: 'left' };
  if (last.left !== null) return { words: `left at step ${formatNumber(last.left.step)}`, tone: 'left' };
  return {
    words: `in ${count(
      stays.reduce((sum, { from, to }) => sum + to - from + 1, 0),
      'step',
    )}`,
    tone: 'in',
  };
}

/** The same as a sentence, with each stay. */
export function reachedSentence({ stays, other }: { stays: readonly Stay[]; other?: boolean | undefined }): string {
  if (stays.length === 0) return 'Never in a context.';
  const spans = stays.map(({ from, to, left }) => {
    const steps = from === to ? `step ${formatNumber(from)}` : `steps ${formatNumber(from)} to ${formatNumber(to)}`;
    return left === null ? `${steps}, the last one` : steps;
  });
  return `In context ${other ? 'on another branch ' : ''}in ${spans.join(', then in ')}.`;
}

import { type Arrival, asking, LISTED, without } from '../../../shared/library/asked.ts';
import { FACETS, type Facet, type FacetCount, type SearchFilters, type TapeRow } from '../../../shared/model/index.ts';
import type { Found } from '../text/terms.ts';

/** A hit with what it is narrowed and ordered by. */
export interface Gathered {
  tape: string;
  seq: number;
  kind: string;
  /** What people call it. */
  what: string;
  role: string | null;
  time: number | null;
  step: number | null;
  agent: string;
  project: string;
  tool: string | null;
  file: string | null;
  failed: boolean;
  /** Whether the model received it; null until somebody has looked. */
  reached: Arrival | null;
  /** Equal for texts that are. */
  text: string;
  /** The first places in the text. */
  places: Found[];
  /** How many there are. */
  found: number;
  /** Higher is better. */
  score: number;
}

/** What of a hit a condition is about. */
type About = Pick<Gathered, 'tape' | 'kind' | 'what' | 'role' | 'time' | 'agent' | 'project' | 'tool' | 'file' | 'failed' | 'reached'>;

const last = (path: string): string =>
  path
    .split(/[\\/]+/)
    .filter(Boolean)
    .at(-1) ?? path;

/** A path as a facet has it is that path alone; a part of one, as one types it, is any that ends in it. */
const isPath = (path: string | null, value: string): boolean => {
  if (path === null) return false;
  if (path === value) return true;
  return !/^([\\/~]|[a-z]:)/i.test(value) && path.replaceAll('\\', '/').endsWith(`/${value}`);
};

const isLike = (text: string | null, value: string): boolean => text !== null && text.toLowerCase() === value.toLowerCase();

const LISTED_TESTS: Readonly<Record<(typeof LISTED)[number], (hit: About, value: string) => boolean>> = {
  agent: ({ agent }, value) => isLike(agent, value) || isLike(agent.split('-')[0] ?? '', value),
  project: ({ project }, value) => project === value || isLike(last(project), value),
  kind: ({ kind, what }, value) => isLike(what, value) || isLike(kind, value),
  role: ({ role }, value) => isLike(role, value),
  tool: ({ tool }, value) => isLike(tool, value),
  file: ({ file }, value) => isPath(file, value),
  reached: ({ reached }, value) => isLike(reached, value),
  session: ({ tape }, value) => tape.startsWith(value),
};

/** Whether a hit fits all conditions. */
export function fits(hit: About, filters: SearchFilters): boolean {
  const { since, until, error } = filters;
  if (error !== undefined && hit.failed !== error) return false;
  if (since !== undefined && (hit.time === null || hit.time < since)) return false;
  if (until !== undefined && (hit.time === null || hit.time > until)) return false;
  return LISTED.every((name) => {
    const values = filters[name];
    return values === undefined || values.length === 0 || values.some((value) => LISTED_TESTS[name](hit, value));
  });
}

/** What of a tape decides whether any entry of it can fit. */
type OfTape = Pick<TapeRow, 'id' | 'format' | 'project' | 'started' | 'ended'>;

/** The conditions that a tape as a whole can be judged by: of one that began and ended outside of the times that are asked for, no entry is read. */
export function tapeFits(tape: OfTape, { agent, project, session, since, until }: SearchFilters): boolean {
  if (since !== undefined && (tape.ended === null || tape.ended < since)) return false;
  if (until !== undefined && (tape.started === null || tape.started > until)) return false;
  const hit = {
    tape: tape.id,
    agent: tape.format,
    project: tape.project,
    kind: '',
    what: '',
    role: null,
    time: null,
    tool: null,
    file: null,
    failed: false,
    reached: null,
  };
  return fits(hit, { agent, project, session } as SearchFilters);
}

/** What projects are filed under: the repository of each that is of one. */
export type Places = ReadonlyMap<string, { of: string }>;

/** The same conditions, with a repository as all of its worktrees and clones: `shop` is any project of github.com/ann/shop. */
export function withPlaces(filters: SearchFilters, places: Places): SearchFilters {
  if (filters.project === undefined || places.size === 0) return filters;
  const named = filters.project.flatMap((value) =>
    [...places].flatMap(([project, { of }]) => (of === value || isLike(last(of), value) ? [project] : [])),
  );
  return { ...filters, project: [...new Set([...filters.project, ...named])] };
}

/** The first spelling of a name that was met. */
const oneSpelling = (known: Map<string, string>, name: string): string => {
  const first = known.get(name.toLowerCase()) ?? name;
  known.set(name.toLowerCase(), first);
  return first;
};

/** Hits by each value of a facet, the most frequent first: as if nothing were asked of that facet alone. */
export function facetsOf(hits: readonly Gathered[], filters: SearchFilters, places: Places = new Map()): Record<Facet, FacetCount[]> {
  const of = (facet: Facet): FacetCount[] => {
    const counts = new Map<string, number>();
    // Whoever filters by a tool means all spellings of its name.
    const spelled = new Map<string, string>();
    const others = without(filters, facet);
    for (const hit of hits) {
      const found = facet === 'kind' ? hit.what : facet === 'project' ? (places.get(hit.project)?.of ?? hit.project) : hit[facet];
      const value = facet === 'tool' && found !== null ? oneSpelling(spelled, found) : found;
      if (value !== null && value !== '' && fits(hit, others)) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    return [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  };
  return Object.fromEntries(FACETS.map((facet) => [facet, of(facet)])) as Record<Facet, FacetCount[]>;
}

/** Conditions without which something would be found, with how much. */
export function dropsOf(hits: readonly Gathered[], filters: SearchFilters): { filter: string; count: number }[] {
  return asking(filters)
    .map((filter) => ({ filter, count: hits.filter((hit) => fits(hit, without(filters, filter))).length }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
}

/** Hits of one session that say the same as the first of them, under that one. Nothing is lost: `hits` are in it once each. */
function folded(hits: readonly Gathered[]): { hit: Gathered; same: Gathered[] }[] {
  const groups = Map.groupBy(hits, ({ tape, what, text, seq }) => (text === '' ? `${tape} ${seq}` : `${tape} ${what} ${text}`));
  return [...groups.values()].flatMap(([hit, ...same]) => (hit === undefined ? [] : [{ hit, same }]));
}

/** Sessions with their hits: in the order that they came, or by the best hit of each. Stable, so that pages join. */
export function grouped(hits: readonly Gathered[], sort: 'newest' | 'best') {
  const ordered = sort === 'newest' ? hits : hits.toSorted((a, b) => b.score - a.score);
  return [...Map.groupBy(ordered, ({ tape }) => tape)].map(([tape, own]) => ({ tape, hits: own.length, rows: folded(own) }));
}

/** Hits by day of this machine, ascending. */
export function daysOf(hits: readonly Gathered[]): { day: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { time } of hits) {
    if (time === null) continue;
    const date = new Date(time);
    const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
    counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  return [...counts].map(([day, count]) => ({ day, count })).sort((a, b) => (a.day < b.day ? -1 : 1));
}

import { LISTED } from '../../../shared/library/asked.ts';
import type { Tier } from '../../../shared/model/float.ts';
import { TIERS } from '../../../shared/model/float-kinds.ts';
import {
  BranchClass,
  LIBRARY_GROUPS,
  LIBRARY_SORTS,
  type LibraryGroup,
  type LibrarySort,
  OtherTexts,
  type Policy,
  ResidencyBy,
  SEARCH_MODES,
  type SearchFilters,
  type SearchMode,
  SUMS_TABS,
  type SumsTab,
} from '../../../shared/model/index.ts';
import { type Place as Asked, placeOf, placeText, readPlace } from '../../../shared/model/place.ts';
import { parsePolicy } from '../../../shared/model/policy.ts';
import { type PanelId, panels, WHAT_IF } from '../../../shared/panels.ts';
import { type Span, spanIn } from './span.ts';

/** `merge` takes the whole desk; the others are tabs of it. */
export type Panel = PanelId | typeof WHAT_IF.id | 'merge';

/** One of the contexts that are compared. */
export type Side = { readonly tape: string; readonly policy: Policy } & OtherTexts & Asked;

export type FilesLook = 'context' | 'graph' | 'decisions' | 'builds';

/** Context files of a project: which folder of it, in which tier, and what of it is shown. */
export interface FilesPlace {
  /** The project's folder on the disk. */
  readonly root: string;
  /** '/' is the project, '/src/auth' a folder in it. */
  readonly folder: string;
  readonly tier: Tier;
  readonly look: FilesLook;
}

/** The library as a table: what is in it, and in what order. */
export interface TablePlace {
  readonly query: string;
  readonly sort: LibrarySort;
  /** The other end of the order first. */
  readonly reverse: boolean;
  /** What the sessions came to, by this, in place of their rows. Absent for the rows. */
  readonly sums?: SumsTab;
  /** What the rows are grouped by; absent for nothing. */
  readonly group?: Exclude<LibraryGroup, 'none'>;
}

/** A search: what is looked for, how it is meant, on which conditions, and what comes first. */
export interface SearchPlace {
  readonly query: string;
  readonly mode: SearchMode;
  readonly filters: SearchFilters;
  readonly sort: 'newest' | 'best';
}

/** What the graph shows: which branches are drawn as forks, and how far it goes. */
export interface GraphLook {
  readonly family: boolean;
  readonly show: readonly BranchClass[];
  readonly agents: 'nested' | 'siblings';
}

/** Where the reader is: all that a link carries. A step of null is the newest one, also while the tape grows. */
export interface Place {
  tape: string | null;
  step: number | null;
  /** The playhead is after the last step, at the request that was not sent yet. The step is null then. */
  next: boolean;
  /** The steps that all views show alone; null for all of them. */
  span: Span | null;
  entry: number | null;
  policy: Policy;
  panel: Panel;
  /** The sub-agent that Conversation shows next to the branch; null for none. */
  agent: string | null;
  /** The phase that the handoffs show, by its first entry; null follows the playhead. */
  phase: number | null;
  /** What is compared, the base first; empty where nothing is. */
  sides: readonly Side[];
  /** Which of the sides is next to the first; one that is not there counts as the second. */
  second: number;
  /** Handoffs show the phases of the whole family. */
  family: boolean;
  /** Kinds of entries that are listed; empty for all. */
  kinds: readonly string[];
  /** What a row of the residency chart stands for. */
  rows: ResidencyBy;
  graph: GraphLook;
  /** The policy that What if holds against the one that is set; null where nothing of it is changed. */
  instead: Policy | null;
  /** The step that the open list of changes compares this one with, 0 for the one before it; null where it is not open. */
  changes: number | null;
  /** The text that Residency is asked about: why it is or is not in context; null where nobody asks. */
  why: string | null;
  /** The files of a project, in place of a tape. */
  files: FilesPlace | null;
  /** The library, in place of a tape. */
  table: TablePlace | null;
  /** The search page, in place of a tape. */
  search: SearchPlace | null;
}

export const NOWHERE: Place = {
  tape: null,
  step: null,
  next: false,
  span: null,
  entry: null,
  policy: 'as-recorded',
  panel: 'context',
  agent: null,
  phase: null,
  sides: [],
  second: 1,
  family: false,
  kinds: [],
  rows: 'entry',
  graph: { family: false, show: ['rewind'], agents: 'nested' },
  instead: null,
  changes: null,
  why: null,
  files: null,
  table: null,
  search: null,
};

/** More than these are no comparison that anybody can read. */
export const MOST_SIDES = 8;

const hasTexts = ({ replace, system }: Side): boolean => (replace ?? []).length > 0 || system !== undefined;

const sideText = (side: Side): string => {
  const { tape, policy, replace, system, ...at } = side;
  const texts = hasTexts(side) ? [JSON.stringify({ replace, system })] : [];
  return [tape, placeText(placeOf(at)), ...(policy === 'as-recorded' && texts.length === 0 ? [] : [policy]), ...texts]
    .map((part) => encodeURIComponent(part.toWellFormed()))
    .join('@');
};

/** Sides of which the texts make a link too long are left out of it: without them they would be other contexts. */
const sidesText = (sides: readonly Side[]): string =>
  sides
    .filter((side) => !hasTexts(side) || sideText(side).length <= LONGEST_QUESTION)
    .map(sideText)
    .join(',');

const filesHash = ({ root, folder, tier, look }: FilesPlace): string => {
  const query = new URLSearchParams({ root: root.toWellFormed() });
  if (folder !== '/') query.set('folder', folder.toWellFormed());
  if (tier !== 'standard') query.set('tier', tier);
  if (look !== 'context') query.set('look', look);
  return `#/files?${query}`;
};

const tableHash = ({ query, sort, reverse, sums, group }: TablePlace): string => {
  const parts = new URLSearchParams();
  if (sums !== undefined && sums !== 'day') parts.set('by', sums);
  if (query !== '') parts.set('filter', query.toWellFormed());
  if (sort !== 'newest') parts.set('sort', sort);
  if (reverse) parts.set('reverse', '1');
  if (group !== undefined) parts.set('group', group);
  return `#/${sums === undefined ? 'library' : 'overview'}${parts.size > 0 ? `?${parts}` : ''}`;
};

const searchHash = ({ query, mode, filters, sort }: SearchPlace): string => {
  const parts = new URLSearchParams();
  if (query !== '') parts.set('q', query.toWellFormed());
  if (mode !== 'words') parts.set('mode', mode);
  if (sort !== 'newest') parts.set('sort', sort);
  for (const name of LISTED) {
    const values = filters[name] ?? [];
    if (values.length > 0) parts.set(name, values.map((value) => encodeURIComponent(value.toWellFormed())).join(','));
  }
  for (const name of ['since', 'until'] as const) if (filters[name] !== undefined) parts.set(name, String(filters[name]));
  if (filters.error !== undefined) parts.set('error', filters.error ? 'yes' : 'no');
  return `#/search${parts.size > 0 ? `?${parts}` : ''}`;
};

/** "family,siblings,rewind": what is on, by name. */
const graphText = ({ family, show, agents }: GraphLook): string =>
  [...(family ? ['family'] : []), ...(agents === 'siblings' ? ['siblings'] : []), ...show].join(',');

/**
 * `#/tape/ID?step=N|next&span=N-M&view=context&entry=S&policy=P&agent=ID&phase=S&with=ID@STEP,ID@next,ID@after:S@POLICY@TEXTS`, and how the views are set:
 * `pair=N&family=1&kinds=K,K&rows=file&graph=family,rewind&instead=P&changes=before|N&why=TEXT`; what is at its default is left out.
 * `#/files?root=…&folder=…&tier=…&look=…` for files, `#/library?filter=…&sort=…&reverse=1` for the library as a table, `#/overview?by=…&filter=…` for what it came to,
 * `#/search?q=…&mode=…&sort=best&kind=…,…&since=…` for a search with its conditions.
 */
export function toHash(place: Place): string {
  if (place.files !== null) return filesHash(place.files);
  if (place.table !== null) return tableHash(place.table);
  if (place.search !== null) return searchHash(place.search);
  if (place.tape === null) return '#/';
  const query = new URLSearchParams();
  if (place.next) query.set('step', 'next');
  else if (place.step !== null) query.set('step', String(place.step));
  if (place.span !== null) query.set('span', `${place.span.from}-${place.span.to}`);
  if (place.panel !== 'context') query.set('view', place.panel);
  if (place.entry !== null) query.set('entry', String(place.entry));
  if (place.policy !== 'as-recorded') query.set('policy', place.policy);
  if (place.agent !== null) query.set('agent', place.agent.toWellFormed());
  if (place.phase !== null) query.set('phase', String(place.phase));
  if (place.sides.length > 0) query.set('with', sidesText(place.sides));
  if (place.second !== 1) query.set('pair', String(place.second));
  if (place.family) query.set('family', '1');
  if (place.kinds.length > 0) query.set('kinds', place.kinds.map((kind) => encodeURIComponent(kind.toWellFormed())).join(','));
  if (place.rows !== 'entry') query.set('rows', place.rows);
  if (graphText(place.graph) !== graphText(NOWHERE.graph)) query.set('graph', graphText(place.graph));
  if (place.panel === WHAT_IF.id && place.instead !== null) query.set('instead', place.instead);
  if (place.changes !== null) query.set('changes', place.changes === 0 ? 'before' : String(place.changes));
  if (place.why !== null && fitsLink(place.why)) query.set('why', place.why.toWellFormed());
  const text = query.toString();
  return `#/tape/${encodeURIComponent(place.tape.toWellFormed())}${text && `?${text}`}`;
}

/** A pasted text that makes a link too long is left out of it: part of it would be another question. */
const LONGEST_QUESTION = 16_000;
const fitsLink = (text: string): boolean => text.trim() !== '' && encodeURIComponent(text.toWellFormed()).length <= LONGEST_QUESTION;

const questionOf = (text: string | null): string | null => (text !== null && fitsLink(text) ? text.trim() : null);

const ordinal = (text: string | null): number | null => {
  const value = Number(text);
  return text !== null && Number.isSafeInteger(value) && value >= 1 ? value : null;
};

const decode = (text: string): string | null => {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
};

const isPanel = (text: string | null): text is Panel => text === 'merge' || text === WHAT_IF.id || panels.some(({ id }) => id === text);

/** The line of a policy. A name is none: it may mean something else where the link is followed. */
const policyIn = (text: string | null): Policy | null => {
  try {
    parsePolicy(text ?? '');
    return text;
  } catch {
    return null;
  }
};
const policyOf = (text: string | null): Policy => policyIn(text) ?? 'as-recorded';

/** No log has more kinds, and none is called longer. */
const MOST_KINDS = 50;
const LONGEST_KIND = 100;

/** Nobody types more, and a link stays one. */
const LONGEST_SEARCH = 500;

const kindsOf = (text: string | null): string[] => {
  const kinds = (text ?? '').split(',').map(decode);
  return [...new Set(kinds)].flatMap((kind) => (kind && kind.length <= LONGEST_KIND ? [kind] : [])).slice(0, MOST_KINDS);
};

const rowsOf = (text: string | null): ResidencyBy => {
  const rows = ResidencyBy.safeParse(text);
  return rows.success ? rows.data : 'entry';
};

const graphOf = (text: string | null): GraphLook => {
  if (text === null) return NOWHERE.graph;
  const words = new Set(text.split(','));
  return {
    family: words.has('family'),
    agents: words.has('siblings') ? 'siblings' : 'nested',
    show: BranchClass.options.filter((one) => words.has(one)),
  };
};

const sideOf = (text: string): Side[] => {
  const [tape = null, at = null, policy = null, texts = null] = text.split('@').map(decode);
  const place = readPlace(at ?? '');
  const other = texts === null ? {} : otherTextsIn(texts);
  return tape === null || tape === '' || place === null || other === null ? [] : [{ tape, ...place, policy: policyOf(policy), ...other }];
};

/** The texts of a side; null where they cannot be read, and so the side is not known. */
const otherTextsIn = (text: string): OtherTexts | null => {
  try {
    return OtherTexts.parse(JSON.parse(text));
  } catch {
    return null;
  }
};

const LOOKS: readonly string[] = ['context', 'graph', 'decisions', 'builds'] satisfies FilesLook[];
const isLook = (text: string | null): text is FilesLook => text !== null && LOOKS.includes(text);
const isTier = (text: string | null): text is Tier => text !== null && (TIERS as readonly string[]).includes(text);

const filesOf = (query: URLSearchParams): FilesPlace | null => {
  const [root, folder, tier, look] = ['root', 'folder', 'tier', 'look'].map((name) => query.get(name));
  if (!root) return null;
  return {
    root,
    folder: folder?.startsWith('/') ? folder : '/',
    tier: isTier(tier ?? null) ? (tier as Tier) : 'standard',
    look: isLook(look ?? null) ? (look as FilesLook) : 'context',
  };
};

const isSort = (text: string | null): text is LibrarySort => text !== null && (LIBRARY_SORTS as readonly string[]).includes(text);

const tableOf = (query: URLSearchParams, sums: boolean): TablePlace => {
  const sort = query.get('sort');
  const by = SUMS_TABS.find((name) => name === query.get('by')) ?? 'day';
  const group = LIBRARY_GROUPS.find((name) => name !== 'none' && name === query.get('group'));
  return {
    query: (query.get('filter') ?? '').slice(0, LONGEST_SEARCH).toWellFormed(),
    sort: isSort(sort) ? sort : 'newest',
    reverse: query.get('reverse') === '1',
    ...(sums && { sums: by }),
    ...(group !== undefined && group !== 'none' && { group }),
  };
};

/** Values of one condition that a link may have, and how long each may be. */
const MOST_VALUES = 50;
const LONGEST_VALUE = 1000;

const searchOf = (query: URLSearchParams): SearchPlace => {
  const lists = LISTED.flatMap((name) => {
    const values = (query.get(name) ?? '').split(',').map(decode);
    const known = [...new Set(values)].flatMap((value) => (value && value.length <= LONGEST_VALUE ? [value] : []));
    return known.length === 0 ? [] : [[name, known.slice(0, MOST_VALUES)] as const];
  });
  const moments = (['since', 'until'] as const).flatMap((name) => {
    const moment = Number(query.get(name) ?? Number.NaN);
    return query.get(name) && Number.isSafeInteger(moment) ? [[name, moment] as const] : [];
  });
  const error = query.get('error');
  return {
    query: (query.get('q') ?? '').slice(0, LONGEST_SEARCH).toWellFormed(),
    mode: SEARCH_MODES.find((mode) => mode === query.get('mode')) ?? 'words',
    sort: query.get('sort') === 'best' ? 'best' : 'newest',
    filters: { ...Object.fromEntries([...lists, ...moments]), ...((error === 'yes' || error === 'no') && { error: error === 'yes' }) },
  };
};

/** Reads any hash; what makes no sense falls back to its default, part by part. */
export function fromHash(hash: string): Place {
  const files = /^#\/files\?(.*)$/s.exec(hash);
  if (files) return { ...NOWHERE, files: filesOf(new URLSearchParams(files[1])) };
  const table = /^#\/(library|overview)(?:\?(.*))?$/s.exec(hash);
  if (table) return { ...NOWHERE, table: tableOf(new URLSearchParams(table[2] ?? ''), table[1] === 'overview') };
  const search = /^#\/search(?:\?(.*))?$/s.exec(hash);
  if (search) return { ...NOWHERE, search: searchOf(new URLSearchParams(search[1] ?? '')) };
  const match = /^#\/tape\/([^?]+)(?:\?(.*))?$/s.exec(hash);
  const tape = match?.[1] === undefined ? null : decode(match[1]);
  if (tape === null) return NOWHERE;
  const query = new URLSearchParams(match?.[2] ?? '');
  const view = query.get('view');
  const instead = policyIn(query.get('instead'));
  return {
    tape,
    step: ordinal(query.get('step')),
    next: query.get('step') === 'next',
    span: spanIn(query.get('span')),
    entry: ordinal(query.get('entry')),
    policy: policyOf(query.get('policy')),
    // Links are older than the view: there was a dialog over any of them.
    panel: instead !== null ? WHAT_IF.id : isPanel(view) ? view : 'context',
    agent: query.get('agent') || null,
    phase: ordinal(query.get('phase')),
    sides: (query.get('with') ?? '').split(',').flatMap(sideOf).slice(0, MOST_SIDES),
    second: Math.min(ordinal(query.get('pair')) ?? 1, MOST_SIDES - 1),
    family: query.get('family') === '1',
    kinds: kindsOf(query.get('kinds')),
    rows: rowsOf(query.get('rows')),
    graph: graphOf(query.get('graph')),
    instead,
    changes: query.get('changes') === 'before' ? 0 : ordinal(query.get('changes')),
    why: questionOf(query.get('why')),
    files: null,
    table: null,
    search: null,
  };
}

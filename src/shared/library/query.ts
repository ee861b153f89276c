import type { TapeRow, Totals } from '../model/index.ts';
import { PROOF_FACTS } from '../model/listing.ts';
import { isDerived, isSession, type NameOf, placeOf, recordedTokens } from './names.ts';

/** One condition of a filter, as it was typed: `steps:>10`, `-project:scratch`, or a word. */
export interface Term {
  text: string;
  not: boolean;
  /** What it is about; null for a word, which is looked for in title, project, session, model and file. */
  name: TermName | null;
  value: string;
}

const NUMBERS = {
  steps: (tape: TapeRow) => tape.steps,
  tokens: recordedTokens,
  /** Null where it is not known, which is neither much nor little. */
  cost: ({ cost }: TapeRow) => cost?.dollars ?? null,
  entries: (tape: TapeRow) => tape.entries,
  compactions: (tape: TapeRow) => tape.compactions,
  forks: (tape: TapeRow) => tape.branches,
  errors: (tape: TapeRow) => tape.failed,
} as const;

const TEXTS = {
  project: (tape: TapeRow) => `${tape.project}\n${tape.joined?.of ?? ''}`,
  model: (tape: TapeRow) => tape.models?.join('\n') ?? tape.model ?? '',
  title: (tape: TapeRow) => tape.own?.title ?? tape.title,
  tag: (tape: TapeRow) => (tape.own?.tags ?? []).join('\n'),
} as const;

const FACTS: Readonly<Record<string, (tape: TapeRow) => boolean>> = {
  compaction: ({ compactions }) => compactions > 0,
  fork: ({ branches, relation }) => branches > 0 || relation === 'fork',
  error: ({ failed, unreadable }) => failed > 0 || unreadable > 0,
  live: ({ live }) => live,
  favourite: ({ own }) => own?.favourite === true,
  tag: ({ own }) => own !== undefined && own.tags.length > 0,
  verified: ({ proof }) => proof !== undefined && proof.verified > 0 && proof.differs === 0,
  differs: ({ proof }) => proof !== undefined && proof.differs > 0,
};

export type TermName = keyof typeof NUMBERS | keyof typeof TEXTS | 'agent' | 'since' | 'until' | 'has';
/** What a condition may be about, in the order in which it is offered. */
export const TERM_NAMES: readonly TermName[] = [
  ...['project', 'agent', 'model', 'title', 'tag', 'since', 'until'],
  ...['steps', 'tokens', 'cost', 'entries', 'compactions', 'forks', 'errors', 'has'],
] as TermName[];

const isName = (text: string): text is TermName => (TERM_NAMES as readonly string[]).includes(text);
const isNumber = (name: string): name is keyof typeof NUMBERS => Object.hasOwn(NUMBERS, name);

const TERM = /(-?)([a-z]+):(=?"[^"]*"|\S+)|"([^"]*)"|\S+/gi;

/** A filter as its conditions, each once. All of them hold; what is not a condition is a word. */
export function readQuery(text: string): Term[] {
  return [...new Map([...text.matchAll(TERM)].map((match) => [match[0], match])).values()].map(([whole, minus, name, value, quoted]) => {
    const known = name?.toLowerCase() ?? '';
    if (value !== undefined && isName(known))
      return { text: whole, not: minus === '-', name: known, value: value.replaceAll('"', '').toLowerCase() };
    return { text: whole, not: false, name: null, value: (quoted ?? whole).toLowerCase() };
  });
}

/** Whether a filter asks how contexts agree with captured requests, which rows of the catalog do not say: whoever filters adds it first. */
export function asksProof(text: string): boolean {
  return readQuery(text).some(({ name, value }) => name === 'has' && (PROOF_FACTS as readonly string[]).includes(value));
}

/** Whether a filter asks what sessions cost, in dollars: as above, whoever filters adds it. */
export function asksCost(text: string): boolean {
  return readQuery(text).some(({ name }) => name === 'cost');
}

/** Whether a filter asks for models, of which a row of the catalog names one and a session may have several: as above. */
export function asksModels(text: string): boolean {
  return readQuery(text).some(({ name }) => name === 'model');
}

/** Whether a filter asks for a period with both ends, in which a session that rested did nothing: as above. */
export function asksPeriod(text: string): boolean {
  const names = readQuery(text).map(({ name, not }) => !not && name);
  return names.includes('since') && names.includes('until');
}

const UNITS: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, g: 1e9, b: 1e9 };

/** `>10`, `<2k`, `=3`; a number alone is the least. Null where it is none of these. What is not known fits none. */
const compareWith = (value: string): ((figure: number | null) => boolean) | null => {
  const match = /^(>=|<=|>|<|=)?\$?(\d+(?:\.\d+)?)([kmgb]?)$/.exec(value);
  if (match === null) return null;
  const bound = Number(match[2]) * (UNITS[match[3] ?? ''] ?? 1);
  const tests = {
    '>': (figure: number) => figure > bound,
    '<': (figure: number) => figure < bound,
    '<=': (figure: number) => figure <= bound,
    '=': (figure: number) => figure === bound,
    '>=': (figure: number) => figure >= bound,
  };
  const test = tests[(match[1] ?? '>=') as keyof typeof tests];
  return (figure) => figure !== null && test(figure);
};

const DAY = 86_400_000;
const SPANS: Readonly<Record<string, number>> = { h: 3_600_000, d: DAY, w: 7 * DAY };

/** The day that `today` and `yesterday` name, here and now, as 2026-03-01; what else is given stays as it is. */
function dayOf(value: string, now: number): string {
  if (value !== 'today' && value !== 'yesterday') return value;
  const day = new Date(now);
  if (value === 'yesterday') day.setDate(day.getDate() - 1);
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}

/** `14d`, `2w`, `6h` before now, `today`, `yesterday` or a date; `until` a date means its whole day. */
export function momentOf(text: string, now: number, wholeDay: boolean): number | null {
  const value = dayOf(text, now);
  const span = /^(\d+)([hdw])$/.exec(value);
  if (span) return now - Number(span[1]) * (SPANS[span[2] ?? ''] ?? DAY);
  if (!/^\d{4}-\d\d-\d\d$/.test(value)) return null;
  const day = new Date(`${value}T00:00:00`);
  // A day on which the clocks change has 23 or 25 hours.
  const end = new Date(day).setDate(day.getDate() + 1) - 1;
  return Number.isNaN(end) ? null : wholeDay ? end : day.getTime();
}

const texts = new WeakMap<TapeRow, string>();

/** What of a tape a word is looked for in. A row is never changed, so its text is made once. */
const textOf = (tape: TapeRow): string => {
  const known = texts.get(tape);
  if (known !== undefined) return known;
  const text =
    `${tape.own?.title ?? ''}\n${tape.title}\n${tape.project}\n${tape.joined?.of ?? ''}\n${tape.session ?? ''}\n${tape.model ?? ''}\n${tape.file}`.toLowerCase();
  texts.set(tape, text);
  return text;
};

const namesOf = (format: string, nameOf: NameOf): string[] => [nameOf(format).toLowerCase().replaceAll(' ', '-'), format];

/** Whether a word means the agent of a format. Its first word alone is a name as well, others are not: many titles have "code". */
const isNamed = (word: string, format: string, nameOf: NameOf): boolean =>
  namesOf(format, nameOf).some((name) => name === word || name.split('-')[0] === word);

/** What holds of a format, worked out once for each: there are few, and tens of thousands of tapes. */
const byFormat = (holds: (format: string) => boolean): Test => {
  const known = new Map<string, boolean>();
  return ({ format }) => {
    const before = known.get(format);
    if (before !== undefined) return before;
    const found = holds(format);
    known.set(format, found);
    return found;
  };
};

type Test = (tape: TapeRow) => boolean;

/** Whether a value is in one of the lines of a text; after `=`, whether it is one of them. */
const isIn = (value: string, lines: string): boolean =>
  value.startsWith('=') ? lines.split('\n').includes(value.slice(1)) : lines.includes(value);

/** What a condition asks of a tape; null where its value makes no sense. */
const askedOf = ({ name, value }: Term, nameOf: NameOf, now: number): Test | null => {
  if (name === null) {
    const named = byFormat((format) => isNamed(value, format, nameOf));
    return (tape) => named(tape) || textOf(tape).includes(value);
  }
  if (name === 'agent')
    return byFormat((format) => namesOf(format, nameOf).some((agent) => agent.startsWith(value) || `=${agent}` === value));
  if (name === 'has') return Object.hasOwn(FACTS, value) ? (FACTS[value] ?? null) : null;
  if (name === 'since' || name === 'until') {
    const moment = momentOf(value, now, name === 'until');
    if (moment === null) return null;
    // A session is of each day from its first to its last, as its requests are in the overview.
    return ({ started, ended }) => ended !== null && (name === 'since' ? ended >= moment : (started ?? ended) <= moment);
  }
  if (!isNumber(name)) return (tape) => isIn(value, TEXTS[name](tape).toLowerCase());
  const holds = compareWith(value);
  return holds && ((tape) => holds(NUMBERS[name](tape)));
};

/** Whether a session worked in the period that the conditions name; null where they name no period with both ends. */
const periodOf = (terms: readonly Term[], now: number): Test | null => {
  const ends = (of: 'since' | 'until') =>
    terms.flatMap(({ name, value, not }) => (name === of && !not ? [momentOf(value, now, of === 'until') ?? Number.NaN] : []));
  const [since, until] = [ends('since'), ends('until')];
  if (since.length === 0 || until.length === 0) return null;
  const [from, to] = [Math.max(...since), Math.min(...until)];
  return ({ busy }) => busy === undefined || busy.some(([begin, end]) => begin <= to && end > from);
};

/** Whether a condition can be read; one that cannot matches nothing, so that a slip is seen. */
export function makesSense(term: Term): boolean {
  return askedOf(term, (format) => format, 0) !== null;
}

/** What the value of a condition may be, for whoever mistyped it. */
export function takenBy(name: TermName): string {
  if (name === 'has') return Object.keys(FACTS).join(', ');
  if (name === 'since' || name === 'until') return 'an age (6h, 14d, 2w), today, yesterday or a date (2026-03-01)';
  if (name === 'cost') return 'dollars, such as >1 or <0.25';
  return isNumber(name) ? 'a number, such as >20, <2k or =3' : 'a part of it';
}

/** Whether a tape fits all conditions of a filter; null where there is none. */
export function fitting(text: string, nameOf: NameOf, now: number): Test | null {
  const terms = readQuery(text);
  const tests = terms.map((term): Test => {
    const asked = askedOf(term, nameOf, now);
    if (asked === null) return () => false;
    return term.not ? (tape) => !asked(tape) : asked;
  });
  const period = periodOf(terms, now);
  if (period !== null) tests.push(period);
  return tests.length === 0 ? null : (tape) => tests.every((test) => test(tape));
}

/** How many sessions fit a filter; no sub-agents, and nothing that an agent program made for itself. */
export function countOf(tapes: readonly TapeRow[], query: string, nameOf: NameOf): number {
  const fits = fitting(query, nameOf, Date.now());
  return tapes.reduce((sum, tape) => sum + Number(isSession(tape) && (fits === null || fits(tape))), 0);
}

/** What the tapes come to together. What an agent program made for itself is in no sum. */
export function totalsOf(tapes: readonly TapeRow[]): Totals {
  const [projects, agents, models] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const cost = { dollars: 0, whole: true };
  const sums = { sessions: 0, subAgents: 0, steps: 0, copied: 0, tokens: 0, compactions: 0, forks: 0, errors: 0 };
  for (const tape of tapes) {
    if (isDerived(tape)) continue;
    // What was captured is of the agent and the project of its session.
    if (tape.relation !== 'capture') {
      projects.add(placeOf(tape));
      agents.add(tape.format);
      if (tape.model !== null) models.add(tape.model);
    }
    if (tape.relation === 'sub-agent') sums.subAgents += 1;
    else sums.sessions += Number(isSession(tape));
    // Each request counts once, as its tokens do: what another tape has too, of a copy or of what was captured, is counted there.
    sums.copied += tape.copied?.steps ?? 0;
    sums.steps += tape.steps - (tape.copied?.steps ?? 0);
    sums.tokens += recordedTokens(tape);
    sums.compactions += tape.compactions;
    sums.forks += tape.branches;
    sums.errors += tape.failed - (tape.copied?.failed ?? 0);
    cost.dollars += tape.cost?.dollars ?? 0;
    cost.whole &&= tape.cost?.whole ?? recordedTokens(tape) === 0;
  }
  return { ...sums, cost: cost.dollars > 0 ? cost : null, projects: projects.size, agents: agents.size, models: models.size };
}

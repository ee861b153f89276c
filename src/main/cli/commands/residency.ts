import type { EntryRow, TapeRow } from '../../../shared/model/index.ts';
import { evidenceAt, restIn } from '../../../shared/model/ledger.ts';
import { eventsOf } from '../../../shared/model/residency-events.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';
import type { Output } from '../../../shared/rpc/contract.ts';
import { provenSteps } from '../captured.ts';
import type { Context, Declaration } from '../command.ts';
import { json, WHICH } from '../flags.ts';
import { clean } from '../format/clean.ts';
import { heading } from '../format/heading.ts';
import { compact, count, plural } from '../format/number.ts';
import type { Layout } from '../format/style.ts';
import { type Cell, type Column, table } from '../format/table.ts';
import { truncate, truncateStart } from '../format/width.ts';
import { choiceOf, policyOf, wholeOf } from '../options.ts';
import { namedAt, stepIn } from '../points.ts';
import { beginnings } from '../previews.ts';
import { type Cut, cutsOf, type Ledger, ledgerOf, type Proofs, type ResidencyRow, rowsOf, stepLedgers } from '../residency.ts';
import { indexedFor } from '../scope.ts';
import type { Session } from '../session.ts';

export const command: Declaration = {
  flags: [
    {
      name: 'policy',
      value: 'P',
      offers: ['as-recorded', 'last-anchor', 'full'],
      description: 'as-recorded (default), last-anchor, full, from-anchor:NAME, compact:TOKENS, summary, memory:WORDS',
    },
    {
      name: 'by',
      value: 'ROWS',
      offers: ['entry', 'phase', 'file', 'tool'],
      description: 'what a row is: entry (default), phase, file or tool',
    },
    { name: 'limit', value: 'N', description: 'rows to print, 1 to 1,000 (default: 20)' },
    ...WHICH,
    json,
  ],
  notes: ['The costliest rows come first: tokens × steps in context, estimated. Files are those that tool calls name.'],
  example: ['tape residency session.jsonl --by tool', 'what each tool added to the context, and for how long'],
  run,
};

/** Characters of how an entry begins, for programs. */
const NAME = 200;

const BY = ['entry', 'phase', 'file', 'tool'] as const;

/** Names rows that are entries by what they are. */
const withNames = async (session: Session, tape: string, rows: ResidencyRow[], width: number): Promise<ResidencyRow[]> => {
  const whats = await whatsOf(
    session,
    tape,
    rows.flatMap(({ entry }) => entry ?? []),
    width,
  );
  return rows.map((row) => (row.entry === null ? row : { ...row, name: whats.get(row.entry) ?? '' }));
};

async function run({ given, json, terminal, session }: Context): Promise<number | undefined> {
  const policy = policyOf(given);
  const by = choiceOf(given, 'by', BY);
  const limit = wholeOf(given, 'limit', 20, [1, 1000]);
  const open = await session();
  const { row: tape, point } = await namedAt(open, given);
  const step = point === null ? undefined : stepIn(point, 'branch to follow');
  await indexedFor(policy, tape, open);
  const residency = await open.call('residency.get', { tape: tape.id, policy, by, step });
  const { steps } = residency;
  const cuts = cutsOf(residency);
  const all = rowsOf(residency);
  const rows = await withNames(open, tape.id, all.slice(0, limit), json ? NAME : terminal.layout.width);
  const ledger = ledgerOf(residency);
  const proofs = await provenSteps(open, tape.id, residency.policy);
  if (json) {
    const { every, cost, notes, otherBranches } = residency;
    terminal.json({
      tape: tape.id,
      policy: residency.policy,
      by,
      every,
      steps: [...steps],
      otherBranches,
      cuts,
      ledger,
      ledgers: stepLedgers(residency, proofs),
      events: eventsOf(residency.events),
      cost,
      notes,
      rows: rows.map(({ bar, ...row }) => row),
    });
  } else {
    const begins = await whatsOf(
      open,
      tape.id,
      residency.otherBranches.slice(0, MOST_BRANCHES).map(({ entry }) => entry),
      terminal.layout.width,
    );
    terminal.print(formatResidency(tape, { residency, rows, cuts, ledger, proofs, by, begins, total: all.length }, terminal.layout));
  }
  return undefined;
}

interface Told {
  residency: Output<'residency.get'>;
  rows: readonly ResidencyRow[];
  cuts: readonly Cut[];
  ledger: Ledger;
  proofs: Proofs;
  by: string;
  /** How the other branches begin, by their entry. */
  begins: ReadonlyMap<number, string>;
  /** Rows that there are. */
  total: number;
}

const COLUMNS: readonly Column[] = [
  { head: 'COST', align: 'right' },
  { head: 'TOKENS', align: 'right' },
  { head: 'STEPS', align: 'right' },
  { head: 'IN CONTEXT' },
  { head: 'LEFT' },
  { head: 'ENTRY', align: 'right' },
  { head: 'WHAT', grows: true },
];

const figure = (tokens: number, exact: boolean): string => `${exact ? '' : '~'}${compact(tokens)}`;

/** Cells of a bar; fewer on a terminal that has little room for words. */
const BAR = 24;
const NARROW = 14;
const WIDE = 100;
const SHADES = ['░', '▒', '▓', '█'] as const;

/** A bar over all steps: empty where the row was not in context, the darker the more tokens of it were. */
export function barOf(bar: ResidencyRow['bar'], steps: number, most = BAR): string {
  const cells = new Float64Array(Math.min(most, Math.max(1, steps)));
  for (const { from, to, weight } of bar) {
    const first = Math.floor((from * cells.length) / steps);
    const last = Math.min(cells.length - 1, Math.floor((to * cells.length) / steps));
    for (let at = first; at <= last; at++) cells[at] = Math.max(cells[at] ?? 0, weight, 0.01);
  }
  return [...cells].map((weight) => (weight === 0 ? '·' : (SHADES[Math.min(3, Math.ceil(weight * 4) - 1)] ?? '█'))).join('');
}

const leftWords = ({ stays }: ResidencyRow): string => {
  const left = stays.at(-1)?.left;
  return left ? `${count(left.step)} ${left.reason}` : '–';
};

/** Columns that come before the name of a file. */
const BEFORE_FILE = 62;

/** A path says most at its end; everything else at its beginning. */
const whatOf = ({ name, written, reads = 0 }: ResidencyRow, by: string, width: number): string => {
  const text = clean(name).replace(/\s+/g, ' ');
  const marks = [...(reads > 1 ? [`${count(reads)} reads at once`] : []), ...(written ? ['written'] : [])].join(', ');
  const mark = marks === '' ? '' : ` (${marks})`;
  return (by === 'file' ? truncateStart(text, Math.max(20, width - BEFORE_FILE - mark.length)) : text) + mark;
};

const UNASKED = 'No step of this tape made a request, so no entry was in a context.';
const ASIDE =
  'No request of this tape is followed: sub-agents in one file have contexts of their own, and answers that no model gave have none. tape view --step N shows each.';

/** The costliest rows with a bar over the steps, where the context began again, and what all of it came to. */
const formatResidency = (tape: TapeRow, told: Told, layout: Layout): string[] => {
  const { residency, rows, total, by } = told;
  const { style, width } = layout;
  if (residency.steps.length === 0) return [...heading(tape, layout), '', tape.steps === 0 ? UNASKED : ASIDE];
  const entries = by === 'entry';
  const columns = COLUMNS.filter(({ head }) => entries || head !== 'LEFT').map((column) =>
    column.head === 'ENTRY' && !entries ? { ...column, head: 'ENTRIES' } : column,
  );
  const cells = rows.map((row): Cell[] => [
    { text: figure(row.cost, row.exact && residency.every === 1), paint: style.bold },
    { text: figure(row.tokens, row.exact) },
    { text: count(row.steps) },
    { text: barOf(row.bar, residency.steps.length, width < WIDE ? NARROW : BAR), paint: style.tool },
    ...(entries ? [{ text: leftWords(row), paint: style.dim }] : []),
    { text: row.entry !== null ? `#${row.entry}` : row.entries > 0 ? count(row.entries) : '–', paint: style.dim },
    { text: whatOf(row, by, width) },
  ]);
  const more = total - rows.length;
  return [
    ...heading(tape, layout),
    '',
    ...table(cells, columns, layout),
    ...(more > 0 ? [style.dim(`${count(more)} more; use --limit to show them.`)] : []),
    '',
    ...branchLines(told, layout),
    ...residency.notes.map((note) => style.dim(truncate(clean(note), width))),
    ...cutLines(told, layout),
    ...ledgerLines(told, layout).map((line) => truncate(line, width)),
  ];
};

const MOST_BRANCHES = 8;

const branchLines = ({ residency: { tape, steps, otherBranches }, begins }: Told, { style, width }: Layout): string[] => {
  if (otherBranches.length === 0) return [];
  const lines = otherBranches.slice(0, MOST_BRANCHES).map(({ from, last, steps: many, entry }) => {
    const left = from === null ? 'on its own' : `left at step ${count(from)}`;
    const words = clean(begins.get(entry) ?? '').replace(/\s+/g, ' ');
    return truncate(`  @${last}  ${left}, ${plural(many, 'step')}  ${style.dim(words)}`, width);
  });
  const hidden = otherBranches.length - lines.length;
  const newest = steps.at(-1) ?? 0;
  return [
    `${style.bold('Other branches')} ${style.dim(`this one ends at step ${count(newest)}; tape residency ${tape.slice(0, 12)}@STEP shows that of a step`)}`,
    ...lines,
    ...(hidden > 0 ? [style.dim(`  ${count(hidden)} more`)] : []),
    '',
  ];
};

const MOST_CUTS = 12;

const cutLines = ({ cuts }: Told, { style, width }: Layout): string[] => {
  if (cuts.length === 0) return [];
  const lines = cuts.slice(-MOST_CUTS).map(({ step, name }) => truncate(`  before step ${count(step)}  ${clean(name)}`, width));
  const hidden = cuts.length - lines.length;
  return [style.bold('Resets'), ...(hidden > 0 ? [style.dim(`  ${count(hidden)} earlier`)] : []), ...lines, ''];
};

const CURVE = 48;
const LEVELS = '▁▂▃▄▅▆▇█';

/** Sizes over all steps as one line, each cell the largest of its steps; empty where none is known. */
export function curveOf(sizes: Float64Array): string {
  const cells = new Float64Array(Math.min(CURVE, Math.max(1, sizes.length))).fill(Number.NaN);
  sizes.forEach((size, at) => {
    const cell = Math.floor((at * cells.length) / sizes.length);
    const most = cells[cell] ?? Number.NaN;
    if (!Number.isNaN(size) && !(most >= size)) cells[cell] = size;
  });
  const highest = Math.max(1, ...cells.filter((one) => !Number.isNaN(one)));
  return [...cells].map((one) => (Number.isNaN(one) ? ' ' : LEVELS[Math.min(7, Math.floor((8 * one) / highest))])).join('');
}

const heldIn = ({ counted, estimated }: Told['residency']): Float64Array => counted.map((one, at) => one + (estimated[at] ?? 0));

const ledgerLines = ({ residency, ledger, proofs }: Told, { style }: Layout): string[] => {
  const { steps, every, cost } = residency;
  const share = (part: number): string => `${Math.round((100 * part) / Math.max(1, ledger.recorded ?? 1))} %`;
  const counted = residency.tokenizer === null ? [] : [`${compact(ledger.counted)} counted (${residency.tokenizer})`];
  const estimated = counted.length > 0 && ledger.estimated === 0 ? [] : [`~${compact(ledger.estimated)} estimated`];
  const held = `${[...counted, ...estimated].join(' and ')} in context`;
  const beyond = restIn(
    { ...ledger, base: null },
    steps.every((_, at) => evidenceAt(residency, at) === 'recorded') ? 'recorded' : 'derived',
    [...proofs.values()].includes('differs') ? 'differs' : null,
  );
  const rest =
    beyond === null
      ? ''
      : `, ${beyond.words === 'unaccounted' ? `${compact(beyond.tokens)} unaccounted` : `${beyond.words} by ${compact(beyond.tokens)}`}`;
  const recorded =
    ledger.recorded === null
      ? ['  no usage is recorded', `  ${held}`]
      : [
          `  =${compact(ledger.recorded)} recorded input: ${compact(ledger.cached ?? 0)} cached (${share(ledger.cached ?? 0)}), ${compact(ledger.new ?? 0)} new`,
          `  ${held}${ledger.unaccounted === null ? ` under ${residency.policy}; recorded as sent` : rest}`,
          `  largest request ${compact(ledger.largest ?? 0)}${ledger.limit === null ? '' : ` of ${compact(ledger.limit)}`}`,
        ];
  const sizes = ledger.recorded === null ? heldIn(residency) : residency.recorded;
  return [
    style.bold(`Ledger of ${plural(steps.length, 'step')}${every > 1 ? ` (one in ${count(every)} was read)` : ''}`),
    `  ${curveOf(sizes)}  ${ledger.recorded === null ? 'weight of the entries' : 'recorded input'} by step`,
    ...recorded,
    ...evidenceLines(residency, proofs),
    ...eventLines(residency),
    ...twiceLines(residency),
    `  ${figure(cost, allCounted(residency))} tokens × steps in all`,
  ];
};

/** How the contexts are known, where that differs or is not a rule. */
const evidenceLines = (residency: Told['residency'], proofs: Proofs): string[] => {
  const steps = Map.groupBy(residency.steps.keys(), (at) => proofs.get(residency.steps[at] ?? 0) ?? evidenceAt(residency, at));
  if (steps.size === 0 || (steps.size === 1 && steps.has('derived'))) return [];
  return [`  contexts: ${[...steps].map(([state, all]) => `${count(all.length)} ${state}`).join(', ')}`];
};

/** What changed the size of the requests and is not an entry: how often, and what it came to. */
const eventLines = ({ events }: Told['residency']): string[] =>
  [...Map.groupBy(eventsOf(events), ({ type }) => type)].map(([type, some]) => {
    const tokens = some.reduce((sum, event) => sum + event.tokens, 0);
    const steps = some.slice(0, 3).map(({ step }) => count(step));
    const at = `${steps.join(', ')}${some.length > steps.length ? ', …' : ''}`;
    return `  ${type.replaceAll('-', ' ')} ${plural(some.length, 'time')}, ${tokens < 0 ? '−' : '+'}${compact(Math.abs(tokens))}: at step ${at}`;
  });

const allCounted = ({ tokenizer, exact }: Told['residency']): boolean => tokenizer !== null && !exact.includes(0);

/** At which step the older reads of files weighed most next to newer ones. */
const twiceLines = (residency: Told['residency']): string[] => {
  const { files, tokens } = residency.groups?.twice ?? {};
  const most = tokens?.reduce((found, one, at) => (one > (tokens[found] ?? 0) ? at : found), 0) ?? 0;
  if (!files?.[most]) return [];
  return [
    `  ${plural(files[most], 'file')} held twice at step ${count(residency.steps[most] ?? 0)}: the older reads are ${figure(tokens?.[most] ?? 0, allCounted(residency))}, the most of all steps`,
  ];
};

const WORDS: Readonly<Record<string, string>> = { tool_call: 'call', tool_result: 'result' };

/** What an entry is called, as in the window. */
const wordOf = ({ kind, role, flags }: EntryRow): string => {
  if (kind !== 'message') return WORDS[kind] ?? kind;
  if (has(flags, Flag.Summary)) return 'summary';
  if (has(flags, Flag.Thinking)) return 'thinking';
  return role === 'user' && has(flags, Flag.Meta | Flag.Notification) ? 'injected' : (role ?? kind);
};

/**
 * What entries are, by their numbers: a word and how they begin. A result begins with the call that it answers, the tool and what it was about,
 * since that is what could have been asked for less.
 */
async function whatsOf(session: Session, tape: string, seqs: readonly number[], width: number): Promise<Map<number, string>> {
  const { catalog } = session.engine;
  const rows = catalog.entriesAt(tape, seqs);
  const callOf = ({ seq, results: [call] }: EntryRow): number =>
    (call === undefined ? undefined : catalog.tool(tape, call).calls.findLast((one) => one < seq)) ?? seq;
  const shown = new Map(rows.map((row) => [row, callOf(row)]));
  const begins = await beginnings(session, tape, [...new Set(shown.values())], width);
  return new Map([...shown].map(([row, at]) => [row.seq, `${wordOf(row)} ${begins.get(at) ?? ''}`.trimEnd()]));
}

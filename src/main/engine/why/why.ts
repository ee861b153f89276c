import { setImmediate } from 'node:timers/promises';
import type { AnchorRow, EntryRow, Policy, TapeRow, Why, WhyBy, WhyItem } from '../../../shared/model/index.ts';
import type { Place } from '../../../shared/model/place.ts';
import { formatPolicy, parsePolicy } from '../../../shared/model/policy.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Catalog } from '../catalog/types.ts';
import { scaleFor } from '../formats/context/models.ts';
import { estimate } from '../formats/context/tokens.ts';
import { rulesOf } from '../formats/rules.ts';
import { type Cut, cutAt } from '../handoffs/cut.ts';
import type { Carrier, Told } from '../handoffs/fates.ts';
import { readRows } from '../handoffs/similarity-texts.ts';
import type { Asker } from '../jobs/ask.ts';
import { reasonIn } from '../residency/held.ts';
import type { Far, Holding, ResidencyService } from '../residency/service.ts';
import { type PhaseStart, startsOf } from '../states/starts.ts';
import { cut as cutText } from '../text/excerpt.ts';
import { snippetOf } from '../text/snippet.ts';
import { type Decided, decideAt, evidenceAt } from '../views/assemble.ts';
import { toneOfEntry } from '../views/blocks.ts';
import { branchSource, requestBefore } from '../views/branch-source.ts';
import { nameOf } from '../views/omissions.ts';
import { placeIn } from '../views/place.ts';
import { createRim, type Rim } from '../views/rim.ts';
import { type AskIndex, createAskIndex, type FoundEntry, type FoundText, findText } from './find.ts';
import { answerOf, wordsOfItem } from './sentences.ts';
import { firstAfter, inRuns, leftOn, lineFrom, type Run, runsOf } from './since.ts';

/** Plain data, so that it can be sent to a thread. */
export interface WhyQuery {
  tape: string;
  /** One of them. */
  seq?: number | undefined;
  text?: string | undefined;
  /** Null for the newest request. */
  place: Place | null;
  policy: Policy;
  limit: number;
}

export interface WhyRoom {
  rim: Rim;
  residency: ResidencyService;
  /** Null where there is no index: then sources are read. */
  ask: AskIndex | null;
}

export function createWhyRoom(catalog: Catalog, home: string, residency: ResidencyService): WhyRoom {
  return { rim: createRim(catalog, home), residency, ask: createAskIndex(home) };
}

const SNIPPET = 200;
const CARRIED = 300;
/** Sub-agents whose tapes are looked into, and entries that are listed for each. */
const MOST_AGENTS = 40;
const OF_AGENT = 5;

/**
 * Why an entry, or every entry that has a text, is or is not in the context of a request: the steps that had it, what took it out on the
 * branch of that request, and what the text in its place made of it. Throws TapeError: 'not-found' for an unknown tape, entry or step,
 * 'bad-input' for an empty text, 'cancelled'.
 */
export async function whyOf(room: WhyRoom, query: WhyQuery, watch: Asker<Far>): Promise<Why> {
  const { rim, residency } = room;
  const tape = rim.catalog.tape(query.tape);
  const choice = parsePolicy(query.policy);
  const found =
    query.text === undefined ? await oneEntry(rim, tape, query.seq ?? 0) : await findText(rim, room.ask, tape, query.text, watch.signal);
  const asked = { tape: tape.id, policy: query.policy, step: stepOn(rim, tape, query.place) };
  const holding = await residency.holding(
    asked,
    found.entries.map(({ row }) => row.seq),
    watch,
  );
  const place: Place = query.place ?? (holding.newest === null ? { next: true } : { step: holding.newest });
  const decided = await decideAt(rim, tape.id, place, choice);
  const after = await nextAfter(rim, decided);
  const sent = new Set(decided.selection.picks.flatMap(({ seq, cleared }) => (cleared ? [] : [seq])));
  const shown = worthShowing(found.entries, sent, query.limit);
  const judge = judging(rim, { decided, after }, holding, { query, found: { ...found, entries: shown }, watch });
  const items: WhyItem[] = [];
  for (const entry of shown) {
    items.push(await judge(entry));
    watch.progress({ doing: 'why', done: items.length, of: shown.length });
    // A terminal receives an interrupt, and a thread its cancel.
    await setImmediate();
  }
  const agents = query.text === undefined ? [] : await inAgents(room, tape, query.text, watch);
  const all = [...items, ...agents];
  const { step } = decided;
  const every = everyOf(holding);
  const more = found.more === null ? null : found.more + found.entries.length - shown.length;
  return {
    tape: tape.id,
    policy: formatPolicy(choice),
    step: step.step,
    ...('next' in place && { next: true as const }),
    ...('after' in place && { after: place.after }),
    evidence: evidenceAt(decided),
    text: query.text ?? null,
    found: 'found' in found ? found.found : 'entry',
    items: all,
    more,
    ...answerOf({
      items: all,
      held: found.entries.filter(({ row }) => sent.has(row.seq)).length,
      more,
      step: step.step,
      place,
      text: query.text ?? null,
      found: 'found' in found ? found.found : 'entry',
      tape: tape.id,
    }),
    searched: found.searched,
    notes: [...found.notes, ...holding.notes, ...(every > 1 ? [`Only one step in ${every} was read.`] : [])],
  };
}

/** The next request, where it continues from the one that was asked about; null elsewhere. */
const nextAfter = async (rim: Rim, { tape, step, request }: Decided): Promise<Decided | null> => {
  if (step.step === null) return null;
  const source = branchSource(rim.catalog, tape, request.anchors);
  const before = requestBefore(source, placeIn(source, { next: true }, request.rules));
  return before?.step === step.step ? decideAt(rim, tape.id, { next: true }, request.choice) : null;
};

/** A step of the branch that a place is on; none where the place is the newest request. */
const stepOn = (rim: Rim, tape: TapeRow, place: Place | null): number | undefined => {
  if (place === null || 'next' in place) return undefined;
  if ('step' in place) return place.step;
  const source = branchSource(rim.catalog, tape, rim.catalog.anchors(tape.id));
  return requestBefore(source, placeIn(source, place, rulesOf(tape.format)))?.step;
};

/**
 * As many as are wanted, in their order. Some of what is in context is always among them, so that nobody is told that a text is not there
 * because it is in an entry beyond the limit; then what a person wrote.
 */
const worthShowing = (found: readonly FoundEntry[], sent: ReadonlySet<number>, limit: number): FoundEntry[] => {
  const ordered = bySent(found);
  if (ordered.length <= limit) return ordered;
  const here = ordered.filter(({ row }) => sent.has(row.seq));
  const itself = here.filter(({ row }) => toneOf(row) !== 'summary');
  const wanted = new Set([
    ...[...itself, ...here].slice(0, Math.ceil(limit / 2)),
    ...ordered.filter(({ row }) => toneOf(row) === 'user'),
    ...ordered,
  ]);
  const shown = new Set([...wanted].slice(0, limit));
  return ordered.filter((entry) => shown.has(entry));
};

/** What a model could have read comes first: bookkeeping repeats it often. */
const bySent = (entries: readonly FoundEntry[]): FoundEntry[] => {
  return [...entries.filter(({ row }) => isSent(row)), ...entries.filter(({ row }) => !isSent(row))];
};

type FoundHere = Omit<FoundText, 'found'> & { found?: FoundText['found'] };

const oneEntry = async (rim: Rim, tape: TapeRow, seq: number): Promise<FoundHere> => {
  const [row] = rim.catalog.entriesAt(tape.id, [seq]);
  if (!row) throw new TapeError('not-found', `${tape.title} has no entry ${seq}; it has ${tape.entries}.`);
  let text = '';
  await readRows({ tape, rows: [row] }, (_, record) => {
    text = rim.formatOf(tape.format).text(record);
  });
  return { entries: [{ row, text, places: [] }], more: 0, searched: { entries: 1, of: tape.entries }, notes: [] };
};

interface Judging {
  query: WhyQuery;
  found: FoundHere;
  watch: Asker<Far>;
}

/** Says of one entry after the other when it was in context and what became of it. */
const judging = (
  rim: Rim,
  { decided, after }: { decided: Decided; after: Decided | null },
  holding: Holding,
  { query, found, watch }: Judging,
) => {
  const { tape, step, selection, request } = decided;
  const picks = new Map(selection.picks.map((pick) => [pick.seq, pick]));
  const wanted = new Set(found.entries.map(({ row }) => row.seq));
  const runs = runsOf(holding.parts, holding.steps, wanted, goesOn(rim, tape, everyOf(holding)));
  const weights = new Map<number, { tokens: number; exact: boolean }>();
  for (const { seq: entries, tokens, exact } of holding.parts.toReversed())
    entries.forEach((seq, at) => {
      if (runs.has(seq)) weights.set(seq, { tokens: tokens[at] ?? 0, exact: exact[at] === 1 });
    });
  const last = requestBefore(branchSource(rim.catalog, tape, request.anchors), step);
  const line = lineFrom(last !== null && holding.hasContext(last) ? last : null, holding.before);
  const deciding = new Map<number, Promise<Decided>>();
  const decidedAt = (at: number): Promise<Decided> => remembered(deciding, at, () => decideAt(rim, tape.id, at, request.choice));
  const cuts = new Map<number, Promise<Cut>>();
  let starts: readonly PhaseStart[] | undefined;
  const cutOf = (seq: number): Promise<Cut> => {
    starts ??= startsOf(rim.catalog, tape);
    return remembered(cuts, seq, () => cutAt(rim, tape.id, seq, { ...watch, ...(starts && { starts }) }));
  };
  const scale = scaleFor(step.model ?? tape.model);

  const fate = async (row: EntryRow, by: WhyBy | null, { floor } = selection): Promise<(Told & { carrier: number | null }) | null> => {
    if (by?.seq == null) return null;
    const cut = await cutOf(by.seq);
    const here = floor?.anchor.seq ?? by.seq;
    const carrier: Carrier | null = here === by.seq ? cut.carrier : (await cutOf(here)).carrier;
    const told =
      query.text === undefined || found.found === 'words' ? cut.fateOf(row.seq, carrier) : cut.fateOfText(row.seq, query.text, carrier);
    return told && { ...told, carrier: told.fate === 'lost' ? null : (carrier?.seq ?? null) };
  };

  const later = after && new Map(after.selection.picks.map((pick) => [pick.seq, pick]));
  /** What is otherwise in the request after the newest one; nothing where that request was not asked about. */
  const nextOf = async (row: EntryRow): Promise<Pick<WhyItem, 'next'>> => {
    if (after === null || later === null) return {};
    const [held, there] = [picks, later].map((all) => all.has(row.seq) && all.get(row.seq)?.cleared !== true);
    if (held === there) return {};
    const by = there ? null : byOf(after, row, later.has(row.seq) ? 'cleared' : reasonIn(after.selection)(row.seq), null);
    return { next: { now: there === true, by, fate: (await fate(row, by, after.selection))?.fate ?? null } };
  };

  return async ({ row, text, places }: FoundEntry): Promise<WhyItem> => {
    if (watch.signal.aborted) throw new TapeError('cancelled', 'The call was cancelled.');
    const pick = picks.get(row.seq);
    const mine = withOwn(runs.get(row.seq) ?? [], pick === undefined || pick.cleared ? null : step.step);
    const left = pick === undefined ? leftOn(line, step.step !== null && inRuns(mine, step.step) ? [] : mine) : null;
    // What was written after the last request before a cut left with the rest, although no request had it.
    const unread = left !== null && mine.length === 0 && has(row.flags, Flag.Sent);
    const gone = left !== null && (left.last !== null || unread);
    const first = gone ? ((unread ? firstAfter(line, row.seq) : left.first)?.step ?? step.step) : null;
    const at = first === null || first === step.step ? decided : await decidedAt(first);
    const reason = pick ? null : reasonIn(at.selection)(row.seq);
    const by = pick ? null : byOf(at, row, reason, first);
    const told = gone ? await fate(row, by) : null;
    const item: Omit<WhyItem, 'words'> = {
      ...{ tape: tape.id, entry: row.seq, line: row.line, kind: row.kind, role: row.role, flags: row.flags, label: row.label },
      tone: toneOf(row),
      ...(weights.get(row.seq) ?? { tokens: estimate(row, scale), exact: false }),
      ...(places.length > 0 ? snippetOf(text, places) : { snippet: begin(text), matches: [] }),
      in: mine,
      now: pick !== undefined,
      cleared: pick?.cleared === true,
      ...{
        reason,
        by,
        fate: told?.fate ?? null,
        carried: told?.carried == null ? null : cutText(told.carried, CARRIED),
        carrier: told?.carrier ?? null,
      },
      agent:
        has(row.flags, Flag.Sidechain) && tape.relation !== 'sub-agent' ? `the sub-agent that began at #${row.origin ?? row.seq}` : null,
      ...(await nextOf(row)),
    };
    const isLater = step.step !== null && row.seq >= step.first && item.by?.type !== 'branch' && isSent(row);
    return { ...item, words: wordsOfItem(item, { step: step.step, last: left?.last ?? null, later: isLater }) };
  };
};

/** Requests of a sub-agent within a tape are on none of its branches; the one that was asked about is named nevertheless. */
const withOwn = (runs: readonly Run[], step: number | null): Run[] =>
  step === null || inRuns(runs, step) ? [...runs] : [...runs, [step, step] as Run].sort(([a], [b]) => a - b);

/** Only one in this many steps was read. */
const everyOf = ({ parts }: Holding): number => Math.max(1, ...parts.map(({ every }) => every));

/** Answers without a request do not end a run, nor do steps that nobody looked at because they are too many. */
const goesOn = ({ catalog }: Rim, { id }: TapeRow, every: number) =>
  every > 1
    ? () => true
    : (step: number, next: number) => catalog.steps(id, step + 1, next - step - 1).items.every(({ synthetic }) => synthetic);

/** An agent sends it, or what it stands for. */
const isSent = (row: EntryRow): boolean => has(row.flags, Flag.Sent) || row.kind === 'anchor';

/** Nobody said what an anchor holds. */
const toneOf = (row: EntryRow): string => (row.kind === 'anchor' ? 'anchor' : isSent(row) ? toneOfEntry(row) : 'event');

const begin = (text: string): string => cutText(text.replace(/\s+/g, ' ').trim(), SNIPPET);

const remembered = <T>(kept: Map<number, Promise<T>>, key: number, make: () => Promise<T>): Promise<T> => {
  const made = kept.get(key) ?? make();
  kept.set(key, made);
  return made;
};

const TYPES: Readonly<Record<string, WhyBy['type']>> = {
  compacted: 'compaction',
  'before-anchor': 'anchor',
  cleared: 'clearing',
  'other-branch': 'branch',
  subagent: 'sub-agent',
};

const byOf = ({ selection, request }: Decided, row: EntryRow, reason: WhyItem['reason'], step: number | null): WhyBy => {
  if (!isSent(row)) return { type: 'agent', seq: null, name: '', step: null };
  const floor: AnchorRow | null = selection.floor && row.seq < selection.floor.below ? selection.floor.anchor : null;
  const type = TYPES[reason ?? ''] ?? (request.choice.type === 'as-recorded' ? 'agent' : 'policy');
  return { type, seq: floor?.seq ?? null, name: floor ? nameOf(floor) : '', step };
};

/** What sub-agents with tapes of their own read or wrote of it: it was in their contexts. */
const inAgents = async ({ rim, ask }: WhyRoom, tape: TapeRow, text: string, { signal }: Asker<Far>): Promise<WhyItem[]> => {
  const items: WhyItem[] = [];
  for (const agent of rim.catalog.subagents(tape.id).slice(0, MOST_AGENTS)) {
    const { found, entries } = await findText(rim, ask, agent, text, signal);
    if (found === 'text') for (const entry of entries.slice(0, OF_AGENT)) items.push(agentItem(agent, entry));
  }
  return items;
};

const agentItem = (agent: TapeRow, { row, text, places }: FoundEntry): WhyItem => {
  const item: Omit<WhyItem, 'words'> = {
    ...{ tape: agent.id, entry: row.seq, line: row.line, kind: row.kind, role: row.role, flags: row.flags, label: row.label },
    ...{ tone: toneOf(row), tokens: 0, exact: false, ...snippetOf(text, places), in: [] as Run[], now: false, cleared: false },
    ...{ reason: 'subagent', by: { type: 'sub-agent', seq: null, name: agent.title, step: null } },
    ...{ fate: null, carried: null, carrier: null, agent: agent.title },
  };
  return { ...item, words: wordsOfItem(item, { step: null, last: null, later: false }) };
};

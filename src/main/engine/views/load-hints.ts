import { figure } from '../../../shared/model/figure.ts';
import type { AnchorRow, EntryRow, TapeRow } from '../../../shared/model/index.ts';
import { composedOf, formatPart, type Part, type PolicyChoice } from '../../../shared/model/policy.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';
import type { Brought, Hints } from '../formats/context/hints.ts';
import type { PlaceRow } from '../formats/context/place-row.ts';
import { type Cited, notesOn } from './cited.ts';
import { conserve } from './conserve.ts';
import { anchorOf } from './kept.ts';
import { type Chosen, chooseFrom, type Request, type RowSource } from './material.ts';
import { type PairSource, withPairs } from './pairs.ts';
import { withRecorded } from './recorded.ts';
import { loadRecorded } from './recorded-load.ts';
import type { Rim } from './rim.ts';
import { weightsFor } from './weights.ts';

/** Entries that the memory is asked for. */
const RECALLED = 12;

type Composed = Extract<PolicyChoice, { type: 'composed' }>;
type Memory = Extract<Part, { type: 'memory' }>;

/**
 * Decides for any policy, with what it has to find out beforehand. The rules of the agent are asked once: a request that the log keeps is
 * looked for among what they choose.
 */
export async function choose(rim: Rim, tape: TapeRow, request: Request, source: RowSource): Promise<Chosen & { hints: Hints }> {
  if (request.choice.type !== 'as-recorded') {
    const hints = await loadHints(rim, tape, request, source);
    return { hints, ...rim.decide(tape, { ...request, hints }, source) };
  }
  const { material, selection } = rim.decide(tape, request, source);
  const hints = await loadRecorded(rim, tape, request, { material, selection });
  return { hints, material: { ...material, hints }, selection: withRecorded(selection, hints) };
}

/** Finds out what a policy needs besides rows: reads the source and the memory index. Nothing for a policy that needs nothing. */
export async function loadHints(rim: Rim, tape: TapeRow, request: Request, source: RowSource): Promise<Hints> {
  const { choice } = request;
  if (choice.type === 'summary') return cited(rim, tape, request.step, await readNewest(rim, tape, request, source));
  if (choice.type === 'memory') return recalledAlone(rim, tape, request, choice.query);
  const composed = composedOf(choice);
  if (composed.parts.length === 0) return {};
  const brought = await loadBrought(rim, tape, request, source);
  const cut = composed.parts.some(({ type }) => type === 'budget' || type === 'without');
  return cut ? { ...brought, ...(await weighed(rim, tape, request, composed, brought, source)) } : brought;
}

/** What the parts of a policy bring in, without what it weighs. */
export async function loadBrought(rim: Rim, tape: TapeRow, request: Request, source: RowSource): Promise<Hints> {
  const composed = composedOf(request.choice);
  const brought = new Map<string, readonly Brought[]>();
  const notes: string[] = [];
  let ofOthers = 0;
  let hints: Hints = {};
  const wantsCited = composed.parts.some((part) => part.type === 'summary' || (part.type === 'budget' && part.first === 'cited'));
  if (wantsCited) hints = cited(rim, tape, request.step, await readNewest(rim, tape, request, source, composed.origin));
  for (const part of composed.parts) {
    if (part.type === 'pin') {
      const found = pinned(rim, tape, request, part.seqs);
      brought.set(formatPart(part), found.brought);
      notes.push(...found.notes);
    } else if (part.type === 'memory') {
      const found = await recalled(rim, tape, request, part, ofOthers);
      ofOthers += found.brought.filter(({ seq }) => seq < 1).length;
      brought.set(formatPart(part), found.brought);
      notes.push(...found.notes);
    }
  }
  return { ...hints, brought, notes: [...(hints.notes ?? []), ...notes] };
}

/** The weights of all that may be in the context, so that what is chosen by them is shown with them. */
const weighed = async (rim: Rim, tape: TapeRow, request: Request, composed: Composed, hints: Hints, source: RowSource): Promise<Hints> => {
  const parts = composed.parts.filter(({ type }) => type !== 'budget' && type !== 'without');
  const { material, selection } = chooseFrom({ ...request, choice: { ...composed, parts }, hints }, source);
  const own = new Map(material.own.map((row) => [row.seq, row]));
  const { picks } = conserve(selection, request.step.first, material.rows);
  const rows = picks.flatMap(({ seq }) => material.rows.get(seq) ?? own.get(seq) ?? []);
  const sent = rim.decide(tape, { ...request, choice: { type: 'as-recorded' } }, source);
  return { weights: await weightsFor(rim, { tape, request, source }, rows, material.rows.values(), sent) };
};

/** An anchor and all that it cites, wherever that stands. */
export interface CitedBy {
  anchor: AnchorRow;
  cited: Cited;
}

/**
 * What the anchor cites that the context of a step begins with, or that is the newest before a context which begins at none; null
 * without an anchor. Reads the source.
 */
export async function readNewest(
  rim: Rim,
  tape: TapeRow,
  request: Request,
  source: RowSource,
  origin: PolicyChoice = { type: 'last-anchor' },
): Promise<CitedBy | null> {
  const choice: PolicyChoice = origin.type === 'from-anchor' ? origin : { type: 'last-anchor' };
  const { hints: _, ...plain } = request;
  const { material, selection } = chooseFrom({ ...plain, choice }, source);
  const anchor = anchorOf(material, selection);
  if (!anchor) return null;
  // What handoffs need to follow citations is loaded for a view that asks for them.
  const { readCited } = await import('./read-cited.ts');
  return { anchor, cited: await readCited(rim, tape, anchor) };
}

/** The hints of `summary` for a step, from what its anchor cites. */
export function cited(rim: Rim, tape: TapeRow, { first }: Pick<PlaceRow, 'first'>, by: CitedBy | null): Hints {
  if (by === null) return { cited: [] };
  const found = by.cited.seqs.filter((seq) => seq < first).map((seq) => ({ seq, why: `cited by the anchor ${by.anchor.name}` }));
  return { cited: withPairs(found, first, pairSource(rim, tape)), notes: notesOn(by.anchor, by.cited, first) };
}

const recalledAlone = async (rim: Rim, tape: TapeRow, request: Request, query: string): Promise<Hints> => {
  const { brought, notes } = await recalled(rim, tape, request, { type: 'memory', query, scope: 'tape' }, 0);
  return { recalled: brought, notes };
};

interface Found {
  brought: Brought[];
  notes: string[];
}

/** What the index found, in this tape and in others. `before`: how many entries of other tapes were found already, so that each has a number of its own. */
const recalled = async (rim: Rim, tape: TapeRow, { step }: Request, { query, scope }: Memory, before: number): Promise<Found> => {
  const asked = { tape: tape.id, query, scope, before: step.first, limit: RECALLED };
  const { seqs, others = [], notes } = await rim.recall(asked);
  const hits = seqs.length + others.length;
  const nth = (rank: number): string => `recalled: hit ${rank} of ${hits}`;
  const taken = new Set(others.map(({ rank }) => rank));
  const ranks = Array.from({ length: hits }, (_, at) => at + 1).filter((rank) => !taken.has(rank));
  const found = seqs.map((seq, at) => ({ seq, why: nth(ranks[at] ?? at + 1) }));
  // What was written after the step in another session could not have been recalled by it.
  const until = timeOf(rim, tape, step);
  const known = others.flatMap(({ tape: id, seq, rank }) => elsewhere(rim, id, seq, until).map((from) => ({ from, why: nth(rank) })));
  const elsewhereAll = known.map(({ from, why }, at) => ({ seq: 1 - (before + at + 1), why: `${why}, in “${from.title}”`, from }));
  const none = hits === 0 && notes.length === 0 ? [`No entries before this step match ${JSON.stringify(query)}.`] : [];
  const brought = [...withPairs(found, step.first, pairSource(rim, tape)), ...elsewhereAll];
  return { brought, notes: [...notes, ...none, ...laterNote(others.length - known.length, step)] };
};

const laterNote = (later: number, { step }: PlaceRow): string[] => {
  if (later === 0) return [];
  const what = later === 1 ? 'One entry of another tape matches and was' : `${figure(later)} entries of other tapes match and were`;
  return [`${what} written after this ${step === null ? 'request' : 'step'}, so not recalled.`];
};

/** When a request was made, or would have been; null for the next one, which is made now. */
const timeOf = ({ catalog }: Rim, { id }: TapeRow, { time, asked }: PlaceRow): number | null =>
  asked && 'after' in asked ? (catalog.entriesAt(id, [asked.after])[0]?.time ?? null) : time;

const elsewhere = ({ catalog }: Rim, id: string, seq: number, until: number | null): NonNullable<Brought['from']>[] => {
  const { title, file, format } = catalog.tape(id);
  const [row] = catalog.entriesAt(id, [seq]);
  if (!row || (until !== null && row.time !== null && row.time > until)) return [];
  return [{ tape: id, title, file, format, row }];
};

/** The pinned entries that are there and can be sent, each call with its results. */
const pinned = (rim: Rim, tape: TapeRow, { rules, writers = [], step: { first } }: Request, seqs: readonly number[]): Found => {
  const rows = new Map(
    rim.catalog
      .entriesAt(
        tape.id,
        seqs.filter((seq) => seq < first),
      )
      .map((row) => [row.seq, row]),
  );
  const others = [...rows.values()].some((row) => !isSendable(row) && row.chars > 0);
  const aside = others ? rules.sentAside?.(rim.catalog.entries(tape.id, 1, first), writers) : undefined;
  const canBeSent = (seq: number): boolean => isSendable(rows.get(seq)) || aside?.has(seq) === true;
  const sent = seqs.filter(canBeSent);
  const of = (wanted: (seq: number) => boolean): string =>
    seqs
      .filter(wanted)
      .map((seq) => `#${figure(seq)}`)
      .join(', ');
  const [later, never] = [of((seq) => !rows.has(seq)), of((seq) => rows.has(seq) && !canBeSent(seq))];
  return {
    brought: withPairs(
      sent.map((seq) => ({ seq, why: 'pinned' })),
      first,
      pairSource(rim, tape),
    ),
    notes: [
      ...(later === '' ? [] : [`Later than this request, so not pinned: ${later}.`]),
      ...(never === '' ? [] : [`Not sent to a model as it is, so not pinned: ${never}.`]),
    ],
  };
};

const isSendable = (row: EntryRow | undefined): boolean => row !== undefined && (row.kind === 'anchor' || has(row.flags, Flag.Sent));

const pairSource = ({ catalog }: Rim, tape: TapeRow): PairSource => ({
  entriesAt: (seqs) => catalog.entriesAt(tape.id, seqs),
  tool: (call) => catalog.tool(tape.id, call),
});

import type { EntryRow } from '../../../shared/model/index.ts';
import { type Place, placeOf } from '../../../shared/model/place.ts';
import { type PolicyChoice, parsePolicy } from '../../../shared/model/policy.ts';
import type { CallContext, Handlers, Output } from '../../../shared/rpc/contract.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { loadRecords, type Source } from '../bytes/load.ts';
import type { Engine } from '../engine.ts';
import type { Elsewhere } from '../formats/context/hints.ts';
import type { JsonObject, WireMessage } from '../formats/format.ts';
import { assemble, type Decided, decide, decideAt } from './assemble.ts';
import { conserve, unique } from './conserve.ts';
import { createRim, type Rim } from './rim.ts';

/** Views of a step: as blocks and omissions, and as the messages that were sent. `remember` has an index of no use rebuilt. */
export function viewMethods(
  { catalog, options }: Pick<Engine, 'catalog'> & Partial<Pick<Engine, 'options'>>,
  remember?: Handlers['memory.query'],
): Pick<Handlers, 'views.assemble' | 'views.messages'> {
  const rim = createRim(catalog, options?.home);
  /** What a view says of the index is made true after it. In a terminal it was asked before (`indexedFor`), and nothing outlives the answer. */
  const mend = async (tape: string, query: string, context: CallContext): Promise<void> => {
    if (options?.host === 'terminal') return;
    try {
      await remember?.({ tape, query, scope: 'tape', limit: 1 }, context);
    } catch {
      // The view has said what is wrong.
    }
  };
  return {
    'views.assemble': async ({ tape, policy, most, ...at }, context) => {
      const choice = parsePolicy(policy);
      const view = await assemble(rim, tape, placeOf(at), choice);
      if (choice.type === 'memory' && view.warnings.length > 0) void mend(view.tape, choice.query, context);
      return most === undefined ? view : (await listing()).foldedTo(view, most);
    },
    'views.messages': async ({ tape, policy, most, ...at }) => {
      const sent = await sentOf(rim, tape, placeOf(at), parsePolicy(policy));
      if (most !== undefined && sent.messages.length > most) throw (await listing()).tooMany(sent.messages.length, placeOf(at));
      return sent;
    },
  };
}

/** Only windows list what is folded, and a command is to load little. */
const listing = () => import('./folded.ts');

/** What a policy sends; system prompt, tools and parameters only where the request itself is at hand. Throws as `messagesOf` does. */
export async function sentOf(rim: Rim, tapeId: string, at: Place, choice: PolicyChoice): Promise<Output<'views.messages'>> {
  const decided = await decideAt(rim, tapeId, at, choice);
  return decided.request.hints?.recorded?.sent ?? (await builtIn(rim, decided)) ?? { messages: await messagesIn(rim, decided) };
}

/**
 * The messages that a policy sends, in the wire shape of the tape's own agent. Throws TapeError('unreadable') where the
 * source has changed underneath: half a conversation would be worse than none.
 */
export async function messagesOf(rim: Rim, tapeId: string, at: number | Place, choice: PolicyChoice): Promise<WireMessage[]> {
  const decided = await decideAt(rim, tapeId, at, choice);
  return decided.request.hints?.recorded?.sent.messages ?? messagesIn(rim, decided);
}

/** The request of a step as the agent's rules give it, whether or not its log holds the request itself. Throws as `messagesOf` does. */
export async function derivedOf(rim: Rim, tapeId: string, step: number): Promise<Output<'views.messages'>> {
  const choice: PolicyChoice = { type: 'as-recorded' };
  const asked = await decideAt(rim, tapeId, { step }, choice);
  const decided = asked.request.hints?.recorded ? decide(rim, tapeId, step, choice) : asked;
  return (await builtIn(rim, decided)) ?? { messages: await messagesIn(rim, decided) };
}

/** What is done to the record of an entry before it becomes a part of a message. */
export type Change = (row: EntryRow, record: JsonObject) => JsonObject;

const asItIs: Change = (_row, record) => record;

/** What a decided context sends by the agent's rules, with its records changed. Throws as `messagesOf` does. */
export async function changedIn(rim: Rim, decided: Decided, change: Change): Promise<Output<'views.messages'>> {
  return (await builtIn(rim, decided, change)) ?? { messages: await messagesIn(rim, decided, change) };
}

/** The request that the agent makes of a context, where its log holds system prompt and tools; null where it does not, and for what other tapes said. */
const builtIn = async (rim: Rim, decided: Decided, change = asItIs): Promise<Output<'views.messages'> | null> => {
  const { tape, selection, step, material, rowOf } = decided;
  const { built } = rim.formatOf(tape.format);
  const picks = unique(conserve(selection, step.first, material.rows).picks);
  if (built === undefined || picks.some(({ seq }) => seq < 1)) return null;
  const rows = [...picks.map(({ seq }) => seq), ...selection.shaping].flatMap((seq) => rowOf(seq) ?? []);
  const { system, tools, messages } = built(await recordsAt(tape, rows, change), await ownOf(decided));
  return { messages, ...(system !== '' && { system: [{ type: 'text', text: system }] }), ...(tools.length > 0 && { tools }) };
};

/** The records of the answer that a step got; none for a request that was not made. */
const ownOf = async ({ tape, step, material: { own } }: Decided): Promise<JsonObject[]> => (step.step === null ? [] : recordsAt(tape, own));

export async function messagesIn(rim: Rim, decided: Decided, change = asItIs): Promise<WireMessage[]> {
  const { tape, step, request, selection, material, rowOf } = decided;
  const own = await ownOf(decided);
  const replaced = await replacing(rim, decided);
  const picks = unique(selection.offered ?? conserve(selection, step.first, material.rows).picks);
  const others = new Map([...(request.hints?.brought?.values() ?? [])].flat().map(({ seq, from }) => [seq, from]));
  const messagesFrom = async (seqs: readonly number[]): Promise<WireMessage[]> => {
    const rows = [...seqs, ...selection.shaping].flatMap((seq) => rowOf(seq) ?? []);
    const format = rim.formatOf(tape.format);
    const records = await recordsAt(tape, rows, (row, record) => change(row, replaced(row, record)));
    // In place of what was probably not sent there was a placeholder, but where a part of the policy brought it in.
    const shown = new Set(selection.picks.map(({ seq }) => seq));
    const unsent = (at: number): boolean => {
      const { seq = 0 } = rows[at] ?? {};
      return selection.growth?.unsent.has(seq) === true && !shown.has(seq);
    };
    return format.messages(
      records.map((record, at) => (unsent(at) ? (format.cleared?.(record) ?? record) : record)),
      step.model,
      own,
    );
  };
  const first = picks.findIndex(({ seq }) => seq < 1);
  if (first < 0) return messagesFrom(selection.sent ?? picks.map(({ seq }) => seq));
  // What comes from other tapes is in one place, and in the words of its own agent.
  const last = picks.findLastIndex(({ seq }) => seq < 1);
  const told: WireMessage[] = [];
  for (const { seq } of picks.slice(first, last + 1)) told.push(await messageOf(rim, others.get(seq)));
  const part = (some: readonly { seq: number }[]): Promise<WireMessage[]> => messagesFrom(some.map(({ seq }) => seq));
  return [...(await part(picks.slice(0, first))), ...told, ...(await part(picks.slice(last + 1)))];
}

/** Puts into records what others have in the place of a part of them. */
const replacing = async ({ formatOf }: Rim, { tape, selection, rowOf }: Decided): Promise<Change> => {
  const { replaced } = formatOf(tape.format);
  if (!replaced) return asItIs;
  const picks = selection.picks.filter(({ instead }) => instead);
  const others = await recordsAt(
    tape,
    picks.flatMap(({ instead = 0 }) => rowOf(instead) ?? []),
  );
  const by = new Map(picks.map(({ seq }, at) => [seq, others[at]]));
  return ({ seq }, record) => {
    const other = by.get(seq);
    return other ? replaced(record, other) : record;
  };
};

const recordsAt = async (source: Source, rows: readonly EntryRow[], change = asItIs): Promise<JsonObject[]> =>
  (await loadRecords(source, rows)).map((record, at) => {
    const row = rows[at];
    if (record && row) return change(row, record);
    throw new TapeError('unreadable', `${source.file} changed at line ${rows[at]?.line ?? 0}. Open the tape again to reload it.`);
  });

/** An entry of another tape as a message of the user's, which names where it is from. */
const messageOf = async (rim: Rim, from: Elsewhere | undefined): Promise<WireMessage> => {
  if (!from) throw new Error('A part of the policy brought in an entry of no tape.');
  const [record] = await recordsAt(from, [from.row]);
  const text = record ? rim.formatOf(from.format).text(record) : '';
  return { role: 'user', content: `Recalled from “${from.title}” (tape ${from.tape}, entry ${from.row.seq}):\n${text}` };
};

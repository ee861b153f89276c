import type { EntryRow } from '../../../shared/model/index.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';
import type { Waiting } from '../../../shared/rpc/contract.ts';
import { pathIn } from '../compare/paths.ts';
import type { Format, JsonObject } from '../formats/format.ts';
import { isCitation } from '../states/refs.ts';
import { createRefFinder } from '../states/resolve.ts';
import { type PhaseStart, startsOf } from '../states/starts.ts';
import { type PhaseState, statesOf } from '../states/state-of.ts';
import type { Rim } from '../views/rim.ts';
import { createContexts } from './contexts.ts';
import { type Around, contextsAround } from './departure-contexts.ts';
import { type Carrier, carrierOf, fateIn, type Said, type Told } from './fates.ts';
import { proseOf } from './fidelity-prose.ts';
import { type Scale, scaleOf, wordsOf } from './similarity.ts';
import { readRows, unreadNotes } from './similarity-texts.ts';
import { reachedBy } from './state-reach.ts';

/** A place where entries left the context, with what was put in their place and what they said. */
export interface Cut {
  around: Around;
  /** The text of the state that follows, sent or not; null without one. */
  text: { seq: number; text: string } | null;
  /** The same text where the next request had it, ready to be looked into. */
  carrier: Carrier | null;
  /** What the state cites among the entries that left. */
  cites: ReturnType<typeof citesOf>;
  /** Entries that left and say something, in file order. */
  said: readonly Said[];
  scale: Scale;
  notes: string[];
  /** What became of an entry that left; null where it says nothing or was not read. */
  fateOf(seq: number, carrier?: Carrier | null): Told | null;
  /** The same of some text in it. */
  fateOfText(seq: number, text: string, carrier?: Carrier | null): Told | null;
}

/** Who waits, and the request that was not made which the entry is compared with, if any. */
export interface Look {
  signal?: Waiting | undefined;
  asked?: Around['asked'];
  /** The phases of the tape, for whoever looks at several cuts. */
  starts?: readonly PhaseStart[];
}

/** What in the input of a call to compare an entry with. */
export function askedOf({ next, after }: { next?: true | undefined; after?: number | undefined }): Around['asked'] {
  return next ? { next } : after === undefined ? null : { after };
}

/** Reads what left at entry `seq` and the text that follows it. Throws as `contextsAround` does, and 'cancelled'. */
export async function cutAt(rim: Rim, tapeId: string, seq: number, { signal, asked = null, starts }: Look = {}): Promise<Cut> {
  const around = await contextsAround(rim, tapeId, seq, asked);
  const start = (starts ?? startsOf(rim.catalog, around.tape)).find((one) => one.seq === seq);
  const [state] = start ? await statesOf(rim.catalog, around.tape, [start]) : [];
  const text = state ? textOf(state) : '';
  const known = start && state && text !== '' ? { start, state } : null;
  const cites = known ? citesOf(rim, around, known.start, known.state) : [];
  const { said, unread } = await saidBy(rim, around, signal);
  const missing = known ? await notSent(rim, around, known.start, known.state) : null;
  const entry = start?.summary ?? seq;
  const cited = new Set(cites.flatMap((ref) => ref.seq ?? []));
  const copies = await copiesIn(rim, around, entry, signal);
  const carried = [known && missing === null ? text : '', ...copies].filter((one) => one !== '').join('\n\n');
  const carrier = carried === '' ? null : carrierOf(entry, carried, cited);
  const scale = scaleOf(said.map(({ words }) => words));
  const bySeq = new Map(said.map((one) => [one.seq, one]));
  return {
    ...{ around, carrier, cites, said, scale },
    text: known && { seq: entry, text },
    notes: [...(missing === null ? [] : [missing]), ...unreadNotes(unread)],
    fateOf(one, by = carrier) {
      const found = bySeq.get(one);
      return found ? fateIn(by, found, scale) : null;
    },
    fateOfText(one, words, by = carrier) {
      const { path = null } = bySeq.get(one) ?? {};
      return fateIn(by, { seq: one, text: words, words: wordsOf(words), path, isCall: false }, scale);
    },
  };
}

/** What the record of a compaction puts in the place of the old history, but for its summary: some of it is said there again to the letter. */
const copiesIn = async (rim: Rim, { tape, row }: Around, summary: number, signal?: Waiting): Promise<string[]> => {
  const after = has(row.flags, Flag.Boundary) ? rim.catalog.entries(tape.id, row.seq + 1, row.seq + 1 + MOST_COPIES) : [];
  const end = after.findIndex(({ offset }) => offset !== row.offset);
  const rows = (end < 0 ? after : after.slice(0, end)).filter((one) => one.seq !== summary && has(one.flags, Flag.Sent) && says(one));
  const format = rim.formatOf(tape.format);
  const texts: string[] = [];
  await readRows({ tape, rows, signal }, (_row, record) => void texts.push(format.text(record)));
  return texts;
};

const MOST_COPIES = 2000;

const textOf = (state: PhaseState): string =>
  state.changed
    ? ''
    : proseOf(state.value)
        .map((one) => one.text)
        .join('\n\n');

/** Why the state carried nothing: the agent did not send it. Null where it did, or would. */
const notSent = async (rim: Rim, { tape, after, asked }: Around, start: PhaseStart, state: PhaseState): Promise<string | null> => {
  const place = after === null ? asked : { step: after.step };
  if (place === null) return null;
  const { status, words } = await reachedBy(start, state.value, place, createContexts(rim.catalog, tape).at);
  return status === 'no' ? `${words} So its citations of entries that left carried nothing over.` : null;
};

/** What the entries that left say, and the files that calls among them name. */
const saidBy = async (rim: Rim, { tape, left }: Around, signal?: Waiting): Promise<{ said: Said[]; unread: number }> => {
  const format = rim.formatOf(tape.format);
  const rows = left
    .map(({ row }) => row)
    .filter(says)
    .sort((a, b) => a.seq - b.seq);
  const said: Said[] = [];
  const paths = new Map<string, string>();
  const unread = await readRows({ tape, rows, signal }, (row, record) => {
    for (const [call, path] of pathsOf(record, format)) paths.set(call, path);
    const text = format.text(record);
    const words = wordsOf(text);
    const path = [...row.calls, ...row.results].map((call) => paths.get(call)).find((one) => one !== undefined) ?? null;
    if (words.size > 0) said.push({ seq: row.seq, text, words, path, isCall: row.calls.length > 0 });
  });
  return { said, unread };
};

const says = ({ chars, flags }: EntryRow): boolean => chars > 0 && !has(flags, Flag.Thinking);

const pathsOf = (record: JsonObject, format: Format): [string, string][] =>
  format.parts(record).flatMap((part): [string, string][] => {
    const path = part.type === 'tool_call' ? pathIn(part.text) : null;
    return path === null || part.id === undefined ? [] : [[part.id, path]];
  });

const citesOf = ({ catalog }: Rim, { tape, left }: Around, start: PhaseStart, state: PhaseState) => {
  const gone = new Set(left.map(({ row }) => row.seq));
  const finder = createRefFinder(catalog, tape);
  return finder.told(
    finder.led(state).filter(({ ref, led }) => isCitation(start, ref) && led.tape === tape.id && led.seq !== null && gone.has(led.seq)),
  );
};

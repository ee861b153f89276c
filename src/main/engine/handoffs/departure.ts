import type { Departed, Departure } from '../../../shared/model/handoff.ts';
import { rangesOf } from '../../../shared/model/ranges.ts';
import { rulesOf } from '../formats/rules.ts';
import { cut } from '../text/excerpt.ts';
import { toneOfEntry } from '../views/blocks.ts';
import { nameOf } from '../views/omissions.ts';
import type { Rim } from '../views/rim.ts';
import { type Cut, cutAt, type Look } from './cut.ts';
import { type Around, tallied } from './departure-contexts.ts';
import { LEAST_WORDS, WORDED } from './fates.ts';
import { GROUPS, groupOf } from './groups.ts';
import { readsOn } from './read-on.ts';
import { cameBack } from './returns.ts';
import { allWordsOf, common, rounded, shareIn } from './similarity.ts';
import { MEASURE } from './similarity-texts.ts';

/** Rows of each list of an answer. */
const MOST_BACK = 500;
const MOST_ALIKE = 50;
const MOST_CITES = 500;
/** Entries that are named with their fates; their tally counts all. */
const MOST_ENTRIES = 5000;
const CARRIED_CHARS = 300;

/**
 * What left the context where a phase begins, by the two requests around it, what came back, and what the text that is there kept.
 * All weights are estimates. Throws TapeError('not-found') for an unknown entry, and 'unreadable' where the source is gone.
 */
export async function departureOf(rim: Rim, tape: string, seq: number, look: Look = {}): Promise<Departure> {
  const { signal } = look;
  const found = await cutAt(rim, tape, seq, look);
  const { around } = found;
  const { back, notes } = await cameBack(rim, around, signal);
  const entries = entriesOf(found);
  return {
    tape: around.tape.id,
    seq,
    name: nameAt(rim, around),
    before: around.before?.step ?? null,
    after: around.after?.step ?? null,
    ...(around.asked && ('next' in around.asked ? around.asked : { behind: around.asked.after })),
    left: { ...tallied(around.left), ranges: rangesOf(around.left.map(({ row }) => row.seq)) },
    kept: tallied(around.kept),
    fates: fatesOf(entries),
    entries: entries.slice(0, MOST_ENTRIES),
    back: back.slice(0, MOST_BACK),
    moreBack: Math.max(0, back.length - MOST_BACK),
    summary: summaryOf(found),
    notes: [
      ...unanchored(rim, around),
      ...(around.guessed ? [BEGAN] : []),
      ...notes,
      ...found.notes,
      ...(found.said.length > 0 ? [MEASURE] : []),
    ],
  };
}

const BEGAN = 'Its conversation restarts there without a parent: it is compared with the request before it in the file.';

const unanchored = (rim: Rim, { tape, row }: Around): string[] =>
  readsOn(
    rulesOf(tape.format),
    rim.catalog.anchors(tape.id).some(({ seq }) => seq < row.seq),
  )
    ? []
    : [
        `There is no anchor before it, so ${rim.formatOf(tape.format).name} selects nothing: each request had only its own prompt, and nothing could leave.`,
      ];

const nameAt = (rim: Rim, { tape, row }: Around): string => {
  const anchor = rim.catalog.anchors(tape.id).find(({ seq }) => seq === row.seq);
  return anchor ? nameOf(anchor) : row.label || row.kind;
};

/** Each entry that left with its fate: what a person wrote first, then decisions, then the rest; each in file order. */
const entriesOf = ({ around, said, fateOf }: Cut): Departed[] => {
  const texts = new Map(said.map(({ seq, text }) => [seq, text]));
  const all = around.left.map(({ row, tokens }): Departed => {
    const told = fateOf(row.seq);
    const group = groupOf(row, texts.get(row.seq) ?? '');
    return { seq: row.seq, kind: row.kind, tone: toneOfEntry(row), tokens, group, fate: told?.fate ?? null, carried: shown(told?.carried) };
  });
  return GROUPS.flatMap((group) => all.filter((one) => one.group === group).sort((a, b) => a.seq - b.seq));
};

const shown = (carried: string | null | undefined): string | null => (carried == null ? null : cut(carried, CARRIED_CHARS));

const fatesOf = (entries: readonly Departed[]): Departure['fates'] => {
  const fates = { verbatim: 0, worded: 0, cited: 0, lost: 0, none: 0 };
  for (const { fate } of entries) fates[fate ?? 'none'] += 1;
  return fates;
};

/** What the text that follows is worded like; the fates rest on the same measure. */
const summaryOf = ({ around, text, said, scale, cites }: Cut): Departure['summary'] => {
  if (text === null) return null;
  const words = allWordsOf(text.text);
  const saying = said.filter((one) => rareIn(one.words, scale) >= LEAST_WORDS);
  const alike = saying
    .map((one) => ({ ...one, score: shareIn(one.words, words, scale) }))
    .filter(({ score }) => score >= WORDED)
    .sort((a, b) => b.score - a.score || a.seq - b.seq);
  return {
    seq: text.seq,
    chars: text.text.length,
    cites: cites.slice(0, MOST_CITES),
    alike: alike.slice(0, MOST_ALIKE).map((one) => ({
      ...{ tape: around.tape.id, seq: one.seq, score: rounded(one.score), words: common(one.words, words, scale) },
    })),
    worded: { like: alike.length, of: saying.length },
  };
};

const rareIn = (words: ReadonlyMap<string, string>, scale: Cut['scale']): number =>
  [...words].filter(([key, spelling]) => scale.weight(key, spelling) > 0).length;

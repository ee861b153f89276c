import type { Departure } from '../../../shared/model/handoff.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';
import type { Waiting } from '../../../shared/rpc/contract.ts';
import { nameOf } from '../views/omissions.ts';
import type { Rim } from '../views/rim.ts';
import { readsOn } from './behind.ts';
import { proseOf } from './fidelity-prose.ts';
import { cameBack } from './left-back.ts';
import { type Around, contextsAround, rangesOf, tallied } from './left-contexts.ts';
import { isCitation } from './refs.ts';
import { createRefFinder } from './resolve.ts';
import { type PhaseStart, startsOf } from './starts.ts';
import { type PhaseState, statesOf } from './state-of.ts';
import { allWordsOf, common, rounded, scaleOf, shareIn } from './words.ts';
import { MEASURE, readTexts, unreadNotes } from './words-texts.ts';

/** Rows of each list of an answer. */
const MOST_BACK = 500;
const MOST_ALIKE = 50;
const MOST_CITES = 500;
/** From this share of its rare words on, an entry counts as worded in the summary. */
const WORDED = 0.4;
/** With fewer rare words an entry says too little to be found again by them. */
const LEAST_WORDS = 3;

/**
 * What left the context where a phase begins, by the two requests around it, what came back, and what the text that stands there kept.
 * All weights are estimates. Throws TapeError('not-found') for an unknown entry, and 'unreadable' where the source is gone.
 */
export const departureOf = async (rim: Rim, tape: string, seq: number, signal?: Waiting): Promise<Departure> => {
  const around = contextsAround(rim, tape, seq);
  const { back, notes } = await cameBack(rim, around, signal);
  const summary = await summaryOf(rim, around, signal);
  return {
    tape: around.tape.id,
    seq,
    name: nameAt(rim, around),
    before: around.before?.step ?? null,
    after: around.after?.step ?? null,
    left: { ...tallied(around.left), ranges: rangesOf(around.left.map(({ row }) => row.seq)) },
    kept: tallied(around.kept),
    back: back.slice(0, MOST_BACK),
    moreBack: Math.max(0, back.length - MOST_BACK),
    summary: summary.kept,
    notes: [...unanchored(rim, around), ...(around.guessed ? [BEGAN] : []), ...notes, ...summary.notes],
  };
};

const BEGAN = 'Its conversation begins again there and names nothing before it: it is compared with the request written last.';

const unanchored = (rim: Rim, { tape, row }: Around): string[] =>
  readsOn(
    tape,
    rim.anchorsOf(tape).some(({ seq }) => seq < row.seq),
  )
    ? []
    : ['No anchor stands before it. Bub selects nothing then: each request had its own prompt alone, and nothing was there to be left.'];

const nameAt = (rim: Rim, { tape, row }: Around): string => {
  const anchor = rim.anchorsOf(tape).find(({ seq }) => seq === row.seq);
  return anchor ? nameOf(anchor) : row.label || row.kind;
};

interface Kept {
  kept: Departure['summary'];
  notes: string[];
}

const summaryOf = async (rim: Rim, around: Around, signal?: Waiting): Promise<Kept> => {
  const { tape, row, left } = around;
  const start = startsOf(rim.catalog, tape).find(({ seq }) => seq === row.seq);
  const [state] = start ? await statesOf(rim.catalog, tape, [start]) : [];
  const text =
    state && !state.changed
      ? proseOf(state.value)
          .map((one) => one.text)
          .join('\n\n')
      : '';
  if (!start || !state || text === '') return { kept: null, notes: [] };
  const rows = left.map((one) => one.row).sort((a, b) => a.seq - b.seq);
  const { held, unread } = await readTexts({ tape, format: rim.formatOf(tape.format), rows: rows.filter(says), signal });
  const scale = scaleOf(held.map(({ words }) => words));
  const words = allWordsOf(text);
  const said = held.filter((one) => rareIn(one.words, scale) >= LEAST_WORDS);
  const alike = said
    .map((one) => ({ ...one, score: shareIn(one.words, words, scale) }))
    .filter(({ score }) => score >= WORDED)
    .sort((a, b) => b.score - a.score || a.seq - b.seq);
  return {
    kept: {
      seq: start.summary ?? row.seq,
      chars: text.length,
      cites: citesOf(rim, around, start, state).slice(0, MOST_CITES),
      alike: alike.slice(0, MOST_ALIKE).map((one) => ({
        ...{ tape: tape.id, seq: one.seq, score: rounded(one.score), words: common(one.words, words, scale) },
      })),
      worded: { like: alike.length, of: said.length },
    },
    notes: [...unreadNotes(unread), MEASURE],
  };
};

const says = (row: { chars: number; flags: number }): boolean => row.chars > 0 && !has(row.flags, Flag.Thinking);

const rareIn = (words: ReadonlyMap<string, string>, scale: ReturnType<typeof scaleOf>): number =>
  [...words].filter(([key, spelling]) => scale.weight(key, spelling) > 0).length;

/** What the state cites among the entries that left. */
const citesOf = ({ catalog }: Rim, { tape, left }: Around, start: PhaseStart, state: PhaseState) => {
  const gone = new Set(left.map(({ row }) => row.seq));
  const finder = createRefFinder(catalog, tape);
  return finder.told(
    finder.led(state).filter(({ ref, led }) => isCitation(start, ref) && led.tape === tape.id && led.seq !== null && gone.has(led.seq)),
  );
};

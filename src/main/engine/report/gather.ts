import type { Annotation, Handoffs, Phase, Proof, ReportSubject, View } from '../../../shared/model/index.ts';
import type { CallContext, Handlers } from '../../../shared/rpc/contract.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Catalog } from '../catalog/types.ts';
import { CAPTURED } from '../formats/abouts.ts';
import { comparisonDocument, type PairFacts } from './comparison.ts';
import { contextDocument } from './context.ts';
import type { Document } from './document.ts';
import { handoffsDocument } from './handoffs.ts';
import { cutAtBlank, cutNotes, loadBlockTexts, type Room, TOTAL_CHARS } from './texts.ts';

/** The calls whose answers a report is made of. */
export type Reading = Pick<
  Handlers,
  'views.assemble' | 'evidence.step' | 'compare.run' | 'handoffs.get' | 'handoffs.value' | 'annotations.list'
>;

export interface Gather {
  catalog: Catalog;
  calls: Reading;
}

type Subject<T extends ReportSubject['type']> = Extract<ReportSubject, { type: T }>;

/** Phases whose state is read, and characters of one. */
const MOST_STATES = 200;
const STATE_CHARS = 50_000;

/** Reads all that a report shows. Throws what the calls throw, and TapeError('cancelled'). */
export function gather(from: Gather, subject: ReportSubject, annotations: boolean, context: CallContext): Promise<Document> {
  switch (subject.type) {
    case 'view':
      return ofView(from, subject, annotations, context);
    case 'compare':
      return ofComparison(from, subject, annotations, context);
    case 'handoffs':
      return ofHandoffs(from, subject, annotations, context);
  }
}

const ofView = async (
  { catalog, calls }: Gather,
  { tape: id, policy, type: _, ...place }: Subject<'view'>,
  wanted: boolean,
  context: CallContext,
) => {
  const tape = catalog.tape(id);
  const view = await calls['views.assemble']({ tape: tape.id, ...place, policy }, context);
  const texts = await loadBlockTexts(catalog, tape.id, view.blocks, { left: TOTAL_CHARS }, context.signal);
  const annotations: Annotation[] = wanted ? (await calls['annotations.list']({ tape: tape.id }, context)).items : [];
  const proof = await proofOf({ catalog, calls }, view, context);
  return contextDocument({ tape, view, proof, texts, annotations, notes: cutNotes(texts.dropped) });
};

/** What the captured request says of a context; null where nothing was captured at all, and for a context that was not sent. */
const proofOf = async ({ catalog, calls }: Gather, { tape, step, policy }: View, context: CallContext): Promise<Proof | null> => {
  if (step === null || policy !== 'as-recorded' || catalog.list({ format: CAPTURED, limit: 1 }).total === 0) return null;
  return calls['evidence.step']({ tape, step }, context);
};

const ofComparison = async (from: Gather, { sides, pairs }: Subject<'compare'>, wanted: boolean, context: CallContext) => {
  const room = { left: TOTAL_CHARS };
  const facts: PairFacts[] = [];
  for (const pair of pairs) facts.push(await pairOf(from, { sides, pair }, room, { wanted, context }));
  return comparisonDocument(facts, cutNotes(facts.reduce((sum, { texts: [a, b] }) => sum + a.dropped + b.dropped, 0)));
};

type Asked = Parameters<Reading['compare.run']>[0];

/** Two of the sides next to each other, as far as there is room for what they say. */
const pairOf = async (
  { catalog, calls }: Gather,
  asked: Asked,
  room: Room,
  { wanted, context }: { wanted: boolean; context: CallContext },
): Promise<PairFacts> => {
  const comparison = await calls['compare.run'](asked, context);
  const tapeOf = (at: 0 | 1): string => {
    const tape = comparison.sides[comparison.pair.sides[at]]?.tape;
    if (tape === undefined) throw new TapeError('bad-input', 'The pair names a side that is not there.');
    return tape;
  };
  const of = (at: 0 | 1) => loadBlockTexts(catalog, tapeOf(at), comparison.pair.blocks[at], room, context.signal);
  const texts = [await of(0), await of(1)] as const;
  const notes = async (at: 0 | 1) => (wanted ? (await calls['annotations.list']({ tape: tapeOf(at) }, context)).items : []);
  const annotations = [await notes(0), await notes(1)] as const;
  return { comparison, texts, annotations };
};

const ofHandoffs = async ({ catalog, calls }: Gather, { tape: id, family }: Subject<'handoffs'>, wanted: boolean, context: CallContext) => {
  const tape = catalog.tape(id);
  const handoffs = await calls['handoffs.get']({ tape: tape.id, family, limit: 500 }, context);
  const states = await statesOf(calls, handoffs, context);
  const notes = handoffs.phases.length > MOST_STATES ? [`The states of the first ${MOST_STATES} phases are in this report.`] : [];
  const annotations: Annotation[] = [];
  for (const one of wanted ? handoffs.tapes : []) annotations.push(...(await calls['annotations.list']({ tape: one.id }, context)).items);
  return handoffsDocument({ tape, handoffs, annotations, stateOf: (phase) => states.get(phase) ?? null, notes });
};

/** A state over several lines, for people; as it is where that would change anything that it says, such as a number too long to keep. */
const spread = (text: string): string => {
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value) === text ? JSON.stringify(value, null, 2) : text;
  } catch {
    return text;
  }
};

const statesOf = async (calls: Reading, { phases }: Handoffs, context: CallContext) => {
  const states = new Map<Phase, { text: string; chars: number }>();
  for (const phase of phases.slice(0, MOST_STATES)) {
    if (phase.state.keys.length === 0) continue;
    if (context.signal.aborted) throw new TapeError('cancelled', 'The call was cancelled.');
    const { text, chars } = await calls['handoffs.value']({ tape: phase.tape, seq: phase.seq, path: [] }, context);
    const whole = text.length === chars ? spread(text) : text;
    states.set(phase, { text: cutAtBlank(whole, STATE_CHARS), chars: Math.max(chars, whole.length) });
  }
  return states;
};

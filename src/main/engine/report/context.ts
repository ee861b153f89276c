import type { Annotation, Proof, TapeRow, View } from '../../../shared/model/index.ts';
import { type Beyond, beyondBlocks } from '../../../shared/model/ledger.ts';
import { type Verdict, verdictOf, verdictWords } from '../../../shared/model/verdict.ts';
import type { BlockRow, Document, Fact, Head, OmissionRow, Piece, Row, Section } from './document.ts';
import { count, createRemarks, fact, figure, headOf, kinds, moment, number, placeOf, policyWords, tokens } from './figures.ts';
import type { BlockTexts } from './texts.ts';

export interface ContextFacts {
  tape: TapeRow;
  view: View;
  /** What its captured request says of it; null where there is none. */
  proof: Proof | null;
  texts: BlockTexts;
  annotations: readonly Annotation[];
  notes: readonly string[];
}

/** The context of one step as a report. Pure. */
export function contextDocument(facts: ContextFacts): Document {
  const { tape, view, proof } = facts;
  const rows = rowsOf(facts);
  const digest = facts.texts.digestOf(view.blocks.flatMap(({ entries }) => entries));
  const left = view.omissions.reduce((sum, omission) => sum + omission.count, 0);
  return {
    kind: 'context',
    title: tape.title,
    lead: [`Context ${placeWords(view, tape.steps)}`, policyWords(view.policy), view.model ?? ''].filter(Boolean).join(' · '),
    figures: figuresOf(view, verdictOf(proof?.state)),
    notes: [...view.warnings, ...facts.notes],
    strip: view.blocks.map(({ tone, tokens: { value } }) => ({ tone, value })),
    graph: null,
    sections: [
      {
        id: 'context',
        title: 'What the model received',
        lead: `${count(view.blocks.length, 'block')} in the order in which the model read them; ${count(left, 'entry', 'entries')} left out, each where it would have been.`,
        rows,
      },
      ...elsewhere(facts),
    ],
    facts: [
      ...tapeFacts(tape),
      ...fact('step', view.step === null ? placeWords(view, tape.steps) : number(view.step)),
      ...fact('policy', view.policy),
      ...fact('known', `${view.evidence.state}: ${view.evidence.rule}`),
      ...fact('compared with its request', proof && verdictWords(proof)),
      ...fact('digest', `${digest} (SHA-256 over what the entries of these blocks hold, in order)`),
    ],
  };
}

/** "at step 4 of 12", "of the next request", "of the request after entry 30". */
const placeWords = ({ step, after }: View, steps: number): string => {
  if (step !== null) return `at step ${number(step)} of ${number(steps)}`;
  return after === undefined ? 'of the next request' : `of the request after entry ${number(after)}`;
};

/** Each figure with its basis. What was recorded belongs to the context that was sent. */
const figuresOf = (view: View, verdict: Verdict): Document['figures'] => {
  const { tokens: sum, policy, limit } = view;
  const sent = policy === 'as-recorded';
  return [
    ...figure(sum.recorded, sent ? 'tokens recorded' : 'tokens recorded for what was sent'),
    ...figure(sum.counted > 0 ? sum.counted : null, `tokens counted with ${sum.tokenizer ?? 'a tokenizer'}`),
    ...figure(sum.estimated > 0 || sum.counted === 0 ? sum.estimated : null, 'tokens estimated'),
    ...beyondBlocks(view, verdict).flatMap(({ what, tokens }) => figure(tokens, BEYOND[what])),
    ...figure(limit, 'is the limit'),
  ];
};

const BEYOND: Readonly<Record<Beyond['what'], string>> = {
  'too-high': 'too high, as estimated',
  'too-low': 'too low, as estimated',
  base: 'base: system prompt, tools and what else no entry holds',
  events: 'by events',
  unexplained: 'not explained',
  unaccounted: 'unaccounted',
};

const rowsOf = ({ view, texts, annotations }: ContextFacts): Row[] => {
  const omissions = view.omissions.map((omission): [number, OmissionRow] => [
    omission.after,
    {
      type: 'omission',
      count: omission.count,
      reason: omission.reason,
      note: omission.note,
      tokens: omission.tokens === null ? '' : tokens(omission.tokens),
      kinds: kinds(omission.byKind),
    },
  ]);
  const standing = (at: number): Row[] => omissions.filter(([after]) => after === at).map(([, row]) => row);
  const remarksOn = createRemarks(annotations);
  const blocks = view.blocks.flatMap((block, at): Row[] => {
    const row: BlockRow = {
      type: 'block',
      head: headOf(block),
      side: null,
      pieces: piecesOf(headOf(block), texts.of(block)),
      remarks: remarksOn(block.entries),
    };
    return [...standing(at), row];
  });
  return [...blocks, ...standing(view.blocks.length)];
};

/** What the head of a block says already is not said again over its one text. */
export function piecesOf({ word, name }: Head, pieces: Piece[]): Piece[] {
  const [only] = pieces;
  return only && pieces.length === 1 && [word, name].includes(only.name) ? [{ ...only, name: '' }] : pieces;
}

/** Annotations on entries that are not in this context. */
const elsewhere = ({ view, annotations }: ContextFacts): Section[] => {
  const inside = new Set(view.blocks.flatMap(({ entries }) => entries));
  const others = annotations.filter((annotation) => {
    const { target } = annotation;
    const [from, to] = target.type === 'span' ? [target.from, target.to] : [target.seq, target.seq];
    for (const seq of inside) if (seq >= from && seq <= to) return false;
    return true;
  });
  if (others.length === 0) return [];
  const rows = others.map((annotation) => [placeOf(annotation), annotation.label ?? '', annotation.text]);
  return [
    {
      id: 'remarks',
      title: 'Remarks on other entries',
      lead: 'Judgements of readers on entries that are not in this context.',
      rows: [{ type: 'table', head: ['entry', 'label', 'remark'], rows }],
    },
  ];
};

/** What says of a tape which one it is. */
export function tapeFacts(tape: TapeRow): Fact[] {
  return [
    ...fact('tape', tape.title),
    ...fact('file', tape.file),
    ...fact('id', tape.id),
    ...fact('format', tape.format),
    ...fact('session', tape.session),
    ...fact('written by', tape.writer),
    ...fact('from', tape.started === null ? null : moment(tape.started)),
    ...fact('to', tape.ended === null ? null : moment(tape.ended)),
    ...fact('entries', number(tape.entries)),
  ];
}

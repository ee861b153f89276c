import type { TapeRow } from '../../../shared/model/index.ts';
import type { Rim } from './assemble.ts';
import { readCited } from './cited.ts';
import { conserve } from './conserve.ts';
import type { Hints } from './hints.ts';
import { anchorOf } from './kept.ts';
import { type Chosen, chooseFrom, type Request, type RowSource } from './material.ts';
import { type PairSource, withPairs } from './pairs.ts';
import { weightsFor } from './weights.ts';

/** Entries that the memory is asked for. */
const RECALLED = 12;

/** Finds out what a policy needs besides rows: reads the source and the memory index. Nothing for a policy that needs nothing. */
export const loadHints = async (rim: Rim, tape: TapeRow, request: Request, source: RowSource): Promise<Hints> => {
  const { choice } = request;
  if (choice.type === 'compact') return weighed(rim, tape, request, fromAnchor(request, source));
  if (choice.type === 'summary') return cited(rim, tape, fromAnchor(request, source));
  return choice.type === 'memory' ? recalled(rim, tape, request, choice.query) : {};
};

const fromAnchor = (request: Request, source: RowSource): Chosen => chooseFrom({ ...request, choice: { type: 'last-anchor' } }, source);

/** The weights of all that may be in the context, so that what is chosen by them is shown with them. */
const weighed = async (rim: Rim, tape: TapeRow, { step }: Request, { material, selection }: Chosen): Promise<Hints> => {
  const own = new Map(material.own.map((row) => [row.seq, row]));
  const { picks } = conserve(selection, step.first, material.rows);
  const rows = picks.flatMap(({ seq }) => material.rows.get(seq) ?? own.get(seq) ?? []);
  return { weights: await weightsFor(rim, tape, step, rows) };
};

const cited = async (rim: Rim, tape: TapeRow, { material, selection }: Chosen): Promise<Hints> => {
  const anchor = anchorOf(material, selection);
  if (anchor === null) return { cited: [] };
  const { seqs, notes } = await readCited(rim, tape, anchor, material.step.first);
  const found = seqs.map((seq) => ({ seq, why: `cited by the anchor ${anchor.name}` }));
  return { cited: withPairs(found, material.step.first, pairSource(rim, tape)), notes };
};

const recalled = async (rim: Rim, tape: TapeRow, { step }: Request, query: string): Promise<Hints> => {
  const { seqs, notes } = await rim.recall({ tape: tape.id, query, before: step.first, limit: RECALLED });
  const found = seqs.map((seq, at) => ({ seq, why: `recalled: hit ${at + 1} of ${seqs.length}` }));
  const none = seqs.length === 0 && notes.length === 0 ? [`Nothing before this step answers to ${JSON.stringify(query)}.`] : [];
  return { recalled: withPairs(found, step.first, pairSource(rim, tape)), notes: [...notes, ...none] };
};

const pairSource = ({ catalog }: Rim, tape: TapeRow): PairSource => ({
  entriesAt: (seqs) => catalog.entriesAt(tape.id, seqs),
  tool: (call) => catalog.tool(tape.id, call),
});

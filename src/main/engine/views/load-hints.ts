import type { AnchorRow, TapeRow } from '../../../shared/model/index.ts';
import { type Cited, notesOn, readCited } from './cited.ts';
import { conserve } from './conserve.ts';
import type { Hints } from './hints.ts';
import { anchorOf } from './kept.ts';
import { type Chosen, chooseFrom, type Request, type RowSource } from './material.ts';
import { type PairSource, withPairs } from './pairs.ts';
import type { PlaceRow } from './place.ts';
import type { Rim } from './rim.ts';
import { weightsFor } from './weights.ts';

/** Entries that the memory is asked for. */
const RECALLED = 12;

/** Finds out what a policy needs besides rows: reads the source and the memory index. Nothing for a policy that needs nothing. */
export const loadHints = async (rim: Rim, tape: TapeRow, request: Request, source: RowSource): Promise<Hints> => {
  const { choice } = request;
  if (choice.type === 'compact') return weighed(rim, tape, request, fromAnchor(request, source));
  if (choice.type === 'summary') return cited(rim, tape, request.step, await readNewest(rim, tape, request, source));
  return choice.type === 'memory' ? recalled(rim, tape, request, choice.query) : {};
};

const fromAnchor = (request: Request, source: RowSource): Chosen => chooseFrom({ ...request, choice: { type: 'last-anchor' } }, source);

/** The weights of all that may be in the context, so that what is chosen by them is shown with them. */
const weighed = async (rim: Rim, tape: TapeRow, { step }: Request, { material, selection }: Chosen): Promise<Hints> => {
  const own = new Map(material.own.map((row) => [row.seq, row]));
  const { picks } = conserve(selection, step.first, material.rows);
  const rows = picks.flatMap(({ seq }) => material.rows.get(seq) ?? own.get(seq) ?? []);
  return { weights: await weightsFor(rim, tape, step, rows, material.rows.values()) };
};

/** An anchor and all that it cites, wherever that stands. */
export interface CitedBy {
  anchor: AnchorRow;
  cited: Cited;
}

/** What the anchor cites that the context of a step begins with; null where it begins with none. Reads the source. */
export const readNewest = async (rim: Rim, tape: TapeRow, request: Request, source: RowSource): Promise<CitedBy | null> => {
  const { material, selection } = fromAnchor(request, source);
  const anchor = anchorOf(material, selection);
  return anchor && { anchor, cited: await readCited(rim, tape, anchor) };
};

/** The hints of `summary` for a step, from what its anchor cites. */
export const cited = (rim: Rim, tape: TapeRow, { first }: Pick<PlaceRow, 'first'>, by: CitedBy | null): Hints => {
  if (by === null) return { cited: [] };
  const found = by.cited.seqs.filter((seq) => seq < first).map((seq) => ({ seq, why: `cited by the anchor ${by.anchor.name}` }));
  return { cited: withPairs(found, first, pairSource(rim, tape)), notes: notesOn(by.anchor, by.cited, first) };
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

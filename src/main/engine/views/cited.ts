import type { AnchorRow, TapeRow } from '../../../shared/model/index.ts';
import { isCitation } from '../handoffs/refs.ts';
import { createRefFinder, type LedRef } from '../handoffs/resolve.ts';
import { stateOfAnchor } from '../handoffs/state-of.ts';
import type { Rim } from './assemble.ts';

/** What an anchor cites: numbers of entries before `before`, each once, in its order. `notes` say what could not be found. */
export interface Cited {
  seqs: number[];
  notes: string[];
}

/** Reads the record of an anchor, and finds what it names as the handoffs do: by number, id or line, in a list or in a text. */
export const readCited = async ({ catalog }: Rim, tape: TapeRow, anchor: AnchorRow, before: number): Promise<Cited> => {
  const state = await stateOfAnchor(catalog, tape, anchor);
  if (state.changed) return { seqs: [], notes: [`The anchor ${anchor.name} could not be read, so what it cites is not known.`] };
  const refs = createRefFinder(catalog, tape)
    .led(state)
    .filter((one) => isCitation(anchor, one.ref) && citesEntry(one));
  const seqs = new Set<number>();
  let lost = 0;
  for (const { led } of refs) {
    if (led.tape === tape.id && led.seq !== null && led.seq < before) seqs.add(led.seq);
    else lost += 1;
  }
  return { seqs: [...seqs], notes: lost === 0 ? [] : [lostWords(anchor.name, lost, refs.length)] };
};

/** An id that leads nowhere may name anything at all; a number in a list of sources names an entry. */
const citesEntry = ({ ref: { kind, foreign }, led }: LedRef): boolean =>
  foreign === null && (kind === 'entry' || kind === 'line' || (kind === 'uuid' && led.seq !== null));

const lostWords = (name: string, lost: number, of: number): string =>
  `The anchor ${name} cites ${of === 1 ? 'one entry' : `${of} entries`}, of which ${lost} ${lost === 1 ? 'does' : 'do'} not stand before this step.`;

import type { AnchorRow, TapeRow } from '../../../shared/model/index.ts';
import { isCitation } from '../states/refs.ts';
import { createRefFinder, type LedRef } from '../states/resolve.ts';
import { stateOfAnchor } from '../states/state-of.ts';
import type { Cited } from './cited.ts';
import type { Rim } from './rim.ts';

/** Reads the record of an anchor, and finds what it names as the handoffs do: by number, id or line, in a list or in a text. */
export async function readCited({ catalog }: Rim, tape: TapeRow, anchor: AnchorRow): Promise<Cited> {
  const state = await stateOfAnchor(catalog, tape, anchor);
  if (state.changed) return { seqs: [], led: [], read: false };
  const led = createRefFinder(catalog, tape)
    .led(state)
    .filter((one) => isCitation(anchor, one.ref) && citesEntry(one))
    .map((one) => (one.led.tape === tape.id ? one.led.seq : null));
  return { seqs: [...new Set(led.filter((seq) => seq !== null))], led, read: true };
}

/** An id that leads nowhere may name anything at all; a number in a list of sources names an entry. */
const citesEntry = ({ ref: { kind, foreign }, led }: LedRef): boolean =>
  foreign === null && (kind === 'entry' || kind === 'line' || (kind === 'uuid' && led.seq !== null));

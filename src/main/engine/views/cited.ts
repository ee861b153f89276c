import type { AnchorRow, TapeRow } from '../../../shared/model/index.ts';
import { isCitation } from '../handoffs/refs.ts';
import { createRefFinder, type LedRef } from '../handoffs/resolve.ts';
import { stateOfAnchor } from '../handoffs/state-of.ts';
import type { Rim } from './rim.ts';

/** What an anchor cites: numbers of entries of its tape, each once, in its order. */
export interface Cited {
  seqs: number[];
  /** One for each citation: the entry that it leads to, null where that is none of this tape. */
  led: (number | null)[];
  /** The anchor could be read. */
  read: boolean;
}

/** Reads the record of an anchor, and finds what it names as the handoffs do: by number, id or line, in a list or in a text. */
export const readCited = async ({ catalog }: Rim, tape: TapeRow, anchor: AnchorRow): Promise<Cited> => {
  const state = await stateOfAnchor(catalog, tape, anchor);
  if (state.changed) return { seqs: [], led: [], read: false };
  const led = createRefFinder(catalog, tape)
    .led(state)
    .filter((one) => isCitation(anchor, one.ref) && citesEntry(one))
    .map((one) => (one.led.tape === tape.id ? one.led.seq : null));
  return { seqs: [...new Set(led.filter((seq) => seq !== null))], led, read: true };
};

/** Sentences about what an anchor cites and a step that begins at `before` cannot have. */
export const notesOn = ({ name }: AnchorRow, { led, read }: Cited, before: number): string[] => {
  if (!read) return [`The anchor ${name} could not be read, so its citations are unknown.`];
  const lost = led.filter((seq) => seq === null || seq >= before).length;
  return lost === 0 ? [] : [lostWords(name, lost, led.length)];
};

/** An id that leads nowhere may name anything at all; a number in a list of sources names an entry. */
const citesEntry = ({ ref: { kind, foreign }, led }: LedRef): boolean =>
  foreign === null && (kind === 'entry' || kind === 'line' || (kind === 'uuid' && led.seq !== null));

const lostWords = (name: string, lost: number, of: number): string =>
  `The anchor ${name} cites ${of === 1 ? 'one entry' : `${of} entries`}, of which ${lost} ${lost === 1 ? 'is' : 'are'} not before this step.`;

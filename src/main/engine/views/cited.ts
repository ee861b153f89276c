import type { AnchorRow } from '../../../shared/model/index.ts';

/** What an anchor cites: numbers of entries of its tape, each once, in its order. */
export interface Cited {
  seqs: number[];
  /** One for each citation: the entry that it leads to, null where that is none of this tape. */
  led: (number | null)[];
  /** The anchor could be read. */
  read: boolean;
}

/** Sentences about what an anchor cites and a step that begins at `before` cannot have. */
export function notesOn({ name }: AnchorRow, { led, read }: Cited, before: number): string[] {
  if (!read) return [`The anchor ${name} could not be read, so its citations are unknown.`];
  const lost = led.filter((seq) => seq === null || seq >= before).length;
  return lost === 0 ? [] : [lostWords(name, lost, led.length)];
}

const lostWords = (name: string, lost: number, of: number): string =>
  `The anchor ${name} cites ${of === 1 ? 'one entry' : `${of} entries`}, of which ${lost} ${lost === 1 ? 'is' : 'are'} not before this step.`;

import { EXPORTS } from '../../formats/exports.ts';
import type { Tape } from '../types.ts';
import { exportedOf } from './foreign.ts';
import { markdown } from './markdown.ts';
import { openaiMessages } from './openai.ts';
import { type ExportFormat, isForeign } from './table.ts';
import { entriesOf, linesOf } from './walk.ts';

export interface ExportOptions {
  format: ExportFormat;
  /** `openai-messages` begins at the last anchor; this takes the whole tape. The other formats are always whole. */
  whole?: boolean;
}

/**
 * A tape in another form, as pieces of text that are written one after the other as they are, line feeds included. A fork is exported
 * with the entries that it shares. `jsonl` gives the lines in the order of ids; they import as a native tape of one file. Entries that
 * are appended meanwhile are not in it.
 */
export function* exportTape(tape: Tape, { format, whole }: ExportOptions): Generator<string> {
  const head = tape.head();
  const { session, fork } = tape.which;
  if (isForeign(format)) {
    for (const entry of entriesOf(tape, 1, head)) yield `${EXPORTS[format](exportedOf(entry))}\n`;
    return;
  }
  switch (format) {
    case 'jsonl':
      for (const line of linesOf(tape, 1, head)) yield `${line}\n`;
      return;
    case 'markdown':
      yield* markdown(fork === null ? session : `${session}, fork ${fork}`, entriesOf(tape, 1, head));
      return;
    case 'openai-messages': {
      const from = whole ? 1 : (tape.anchors().at(-1)?.id ?? 1);
      yield* openaiMessages({ entries: () => entriesOf(tape, from, head), entry: (id) => tape.entry(id) });
    }
  }
}

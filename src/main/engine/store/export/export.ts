import type { NativeEntry } from '../../../../shared/model/native.ts';
import { formatLine } from '../line.ts';
import type { Line, Tape } from '../types.ts';
import { bubLine } from './bub.ts';
import { markdown } from './markdown.ts';
import { openaiMessages } from './openai.ts';
import { walk } from './walk.ts';

export const EXPORT_FORMATS = ['jsonl', 'bub', 'openai-messages', 'markdown'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export interface ExportOptions {
  format: ExportFormat;
  /** `openai-messages` begins at the last anchor; this takes the whole tape. The other formats are always whole. */
  whole?: boolean;
}

/**
 * A tape in another form, piece by piece, each piece ending where it wants to be written as it is. A fork is exported with the entries
 * that it shares. `jsonl` gives the lines in the order of ids; they import as a native tape of one file. Entries that are appended
 * meanwhile are not in it.
 */
export function* exportTape(
  tape: Pick<Tape, 'rows' | 'entries' | 'entry' | 'anchors' | 'head' | 'which'>,
  options: ExportOptions,
): Generator<string> {
  const head = tape.head();
  const { session, fork } = tape.which;
  switch (options.format) {
    case 'jsonl':
      for (const entry of walk(tape, 1, head)) yield `${lineText(entry)}\n`;
      return;
    case 'bub':
      for (const entry of walk(tape, 1, head)) yield `${bubLine(entry)}\n`;
      return;
    case 'markdown':
      yield* markdown(fork === null ? session : `${session}, fork ${fork}`, walk(tape, 1, head));
      return;
    case 'openai-messages': {
      const from = options.whole ? 1 : (tape.anchors().at(-1)?.id ?? 1);
      yield* openaiMessages({ entries: () => walk(tape, from, head), entry: (id) => tape.entry(id) });
    }
  }
}

/** The line of an entry, as it stands in its file. */
export function lineText({ id, kind, at, anchor, payload, meta, corrects }: NativeEntry): string {
  const line: Line = { id, kind, at, anchor, payload, meta };
  return formatLine(corrects === undefined ? line : { ...line, corrects });
}

import type { NativeEntry } from '../../../../shared/model/native.ts';
import type { Exported } from '../../formats/export.ts';
import { EXPORTS } from '../../formats/exports.ts';
import type { Json, JsonObject } from '../../formats/format.ts';
import { asObject, asString, stringify } from '../../formats/json.ts';
import { native } from '../../formats/native/format.ts';
import { plainShape } from '../../formats/native/line.ts';
import { opensPhase } from '../../formats/native/phase.ts';
import type { Tape } from '../types.ts';
import { fenced, inline } from './fence.ts';
import { openaiMessages } from './openai.ts';
import { type ExportFormat, isForeign } from './table.ts';
import { entriesOf, linesOf } from './walk.ts';

/** For people: phases are headings of the second level, entries of the third, and what they hold is in code blocks. */
function* markdown(title: string, entries: Iterable<NativeEntry>): Generator<string> {
  yield `# ${inline(title)}\n`;
  for (const entry of entries) {
    if (opensPhase(entry)) yield `\n## ${inline(asString(payloadOf(entry).name) ?? entry.anchor)}\n`;
    yield `\n### ${heading(entry)}\n\n${body(entry)}`;
  }
}

const payloadOf = (entry: NativeEntry): JsonObject => asObject(entry.payload as Json) ?? {};

function heading(entry: NativeEntry): string {
  const role = entry.kind === 'message' ? asString(payloadOf(entry).role) : null;
  const words = [`${entry.id} · ${inline(entry.kind)}${role === null ? '' : ` · ${inline(role)}`} · ${inline(entry.at)}`];
  if (entry.corrects !== undefined) words.push(`corrects ${entry.corrects}`);
  const from = asObject(entry.meta.from as Json | undefined);
  if (from) words.push(`from ${inline(asString(from.fork) ?? 'a fork')}${typeof from.mark === 'string' ? `, ${inline(from.mark)}` : ''}`);
  return words.join(' · ');
}

function body(entry: NativeEntry): string {
  const parts = native.parts(entry as unknown as JsonObject).filter(({ type, text }) => type !== 'text' || text !== '');
  if (parts.length === 0) return fenced(stringify(entry.payload as Json, 2), 'json');
  return parts
    .map(({ type, text, name, cut }) => {
      const title = name === undefined || name.trim() === '' ? '' : `**${inline(name)}**\n\n`;
      const rest = cut === undefined ? '' : `\n(${cut} more characters are on the tape.)\n`;
      return `${title}${fenced(text, type === 'json' ? 'json' : '')}${rest}`;
    })
    .join('\n');
}

/** What another agent's format learns of an entry. */
function exportedOf(entry: NativeEntry): Exported {
  const { ids, ...payload } = asObject(plainShape(entry as unknown as JsonObject).payload ?? null) ?? {};
  return { entry, payload, ...(ids !== undefined && { ids }), opens: opensPhase(entry) };
}

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

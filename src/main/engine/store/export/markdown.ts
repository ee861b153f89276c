import type { NativeEntry } from '../../../../shared/model/native.ts';
import type { Json, JsonObject } from '../../formats/format.ts';
import { asObject, asString, stringify } from '../../formats/json.ts';
import { native } from '../../formats/native/format.ts';
import { opensPhase } from '../../formats/native/phase.ts';
import { fenced, inline } from './fence.ts';

/** For people: phases are headings of the second level, entries of the third, and what they hold is in code blocks. */
export function* markdown(title: string, entries: Iterable<NativeEntry>): Generator<string> {
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

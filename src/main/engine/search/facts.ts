import type { EntryRow } from '../../../shared/model/index.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';
import { entriesIn } from '../bytes/load.ts';
import type { Catalog } from '../catalog/types.ts';
import type { JsonObject } from '../formats/format.ts';
import { formatById } from '../formats/index.ts';
import { jsonOrText } from '../formats/json.ts';
import { parseRecord } from '../formats/mend.ts';
import { type Call, toolOf } from '../formats/tools/tool.ts';
import { tools } from '../formats/tools.ts';
import type { ReadBytes } from './files.ts';

const WORDS: Readonly<Record<string, string>> = { tool_call: 'call', tool_result: 'result' };

/** What people call an entry: what failed is an error, whatever it was to be. */
export function whatOf({ kind, role, flags }: Pick<EntryRow, 'kind' | 'role' | 'flags'>): string {
  if (kind === 'error' || has(flags, Flag.Failed)) return 'error';
  if (kind !== 'message') return WORDS[kind] ?? kind;
  if (has(flags, Flag.Summary)) return 'summary';
  if (has(flags, Flag.Thinking)) return 'thinking';
  if (role === 'user' && has(flags, Flag.Meta | Flag.Notification)) return 'injected';
  return role ?? kind;
}

/** The record of an entry, in a source that is open; null where its bytes are none any more. */
export function recordOf(
  { path, format }: { path: string; format: string },
  { offset, length, part }: EntryRow,
  read: ReadBytes,
): JsonObject | null {
  const bytes = read(path, offset, length);
  const record = bytes && parseRecord(bytes);
  return record ? entriesIn(format)(record, part) : null;
}

const fileIn = (call: Call | null): string | null => {
  if (call === null) return null;
  if (call.as === 'read' || call.as === 'file') return call.path;
  if (call.as === 'edits') return call.edits[0]?.path ?? null;
  return null;
};

/** A path as the folder of its session has it, so that one file has one name. */
const absolute = (project: string, path: string): string => {
  if (/^([\\/~]|[a-z]:)/i.test(path) || project === '' || !/[\\/]/.test(project)) return path;
  return `${project}/${path.replace(/^\.\//, '')}`;
};

/** The tool and the file of a record that calls one. */
function calledIn(format: string, project: string, record: JsonObject): { tool: string | null; file: string | null } {
  const call = formatById(format)
    .parts(record)
    .find(({ type }) => type === 'tool_call');
  if (call?.name === undefined) return { tool: null, file: null };
  const file = call.cut === undefined ? fileIn(toolOf(tools[format], call.name)?.call(jsonOrText(call.text)) ?? null) : null;
  return { tool: call.name, file: file === null ? null : absolute(project, file) };
}

/** Entries before a result among which its call is looked for first: nearly always it is one of them. */
const NEAR = 6;

function callOf(catalog: Pick<Catalog, 'tool' | 'entriesAt'>, tape: string, result: number, id: string): EntryRow | undefined {
  const before = Array.from({ length: NEAR }, (_, at) => result - 1 - at);
  const near = catalog.entriesAt(tape, before).find(({ calls }) => calls.includes(id));
  if (near) return near;
  const [seq] = catalog.tool(tape, id).calls;
  return seq === undefined ? undefined : catalog.entriesAt(tape, [seq])[0];
}

const NONE = { tool: null, file: null };

/** Tool and file of the calls and results of tapes; a result is as its call is. Each call is read once. */
export function createCalled(catalog: Pick<Catalog, 'tool' | 'entriesAt'>, read: ReadBytes) {
  const known = new Map<string, { tool: string | null; file: string | null }>();
  return (tape: { id: string; path: string; format: string; project: string }, row: EntryRow, record: JsonObject) => {
    if (row.kind === 'tool_call') return calledIn(tape.format, tape.project, record);
    const [answered] = row.kind === 'tool_result' ? row.results : [];
    if (answered === undefined) return NONE;
    const key = `${tape.id} ${answered}`;
    const held = known.get(key);
    if (held) return held;
    const call = callOf(catalog, tape.id, row.seq, answered);
    const found = call && recordOf(tape, call, read);
    const made = found ? calledIn(tape.format, tape.project, found) : NONE;
    known.set(key, made);
    return made;
  };
}

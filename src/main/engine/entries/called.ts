import { type EntryRow, headOf, type Part, type Preview, type TapeRow } from '../../../shared/model/index.ts';
import { loadRecords } from '../bytes/load.ts';
import type { Catalog } from '../catalog/types.ts';
import type { Format, JsonObject } from '../formats/format.ts';
import { tools } from '../formats/tools.ts';
import { type Asked, withForms } from './forms.ts';

/** A call that an entry answers. */
export interface Called {
  /** Its parts that are calls. */
  parts: readonly Part[];
  record: JsonObject | null;
}

/** Calls of one entry that are read: a record with more results is none that a person reads one by one. */
const CALLS = 20;

/** The calls that entries answer, in the order of their results. Reads the records of all of them at once. */
export async function callsOf(catalog: Catalog, tape: TapeRow, format: Format, rows: readonly EntryRow[]): Promise<Map<number, Called[]>> {
  const seqs = new Map(
    rows.map(({ seq, results }) => [seq, results.slice(0, CALLS).flatMap((id) => catalog.tool(tape.id, id).calls.slice(0, 1))] as const),
  );
  const calls = catalog.entriesAt(tape.id, [...new Set([...seqs.values()].flat())]);
  const records = await loadRecords(tape, calls);
  const read = new Map(
    calls.map(({ seq }, at): [number, Called] => {
      const record = records[at] ?? null;
      const parts = record ? format.parts(record).filter(({ type }) => type === 'tool_call') : [];
      return [seq, { parts: withForms(tools[format.id], parts, () => null), record }];
    }),
  );
  return new Map([...seqs].map(([seq, own]) => [seq, own.flatMap((call) => read.get(call) ?? [])]));
}

/** The call of a result: the one that it names, or the only one there is. */
export function askedBy(calls: readonly Called[], { id }: Part): Asked | null {
  const parts = calls.flatMap((call) => call.parts);
  const call = parts.length === 1 ? parts[0] : parts.find((one) => id !== undefined && one.id === id);
  return call?.name === undefined || call.cut !== undefined ? null : { name: call.name, input: call.text };
}

/** One line of an entry that is one call, or one result, and nothing else that is read; null where its tool is not known. */
export function lineOf(parts: readonly Part[], calls: readonly Called[], project: string): NonNullable<Preview['line']> | null {
  const told = parts.filter(({ type }) => type === 'tool_call' || type === 'tool_result');
  const [part] = told;
  if (part?.form === undefined || told.length > 1) return null;
  const tool = part.type === 'tool_call' ? part.name : askedBy(calls, part)?.name;
  return tool === undefined ? null : { tool, ...headOf(part.form, project) };
}

/** What an entry says first: of a single call whose tool is known in one line, else as its agent's log says it. */
export function saidOf(format: Format, project: string, parts: readonly Part[], record: JsonObject | null): string {
  const calls = parts.filter(({ type }) => type === 'tool_call');
  const line = calls.length === 1 ? lineOf(calls, [], project) : null;
  if (line !== null) return [line.tool, line.subject || line.words.join(' ')].join(' ').trim();
  return record === null ? '' : format.preview(record);
}

/** The lines of those of these entries that have one, by their numbers. */
export async function linesOf(
  catalog: Catalog,
  tape: TapeRow,
  format: Format,
  rows: readonly EntryRow[],
  records: readonly (JsonObject | null)[],
): Promise<Map<number, NonNullable<Preview['line']>>> {
  const table = tools[format.id];
  if (table === undefined) return new Map();
  const calls = await callsOf(catalog, tape, format, rows);
  return new Map(
    rows.flatMap(({ seq, kind }, at) => {
      const record = TOOLS.has(kind) ? records[at] : null;
      const own = calls.get(seq) ?? [];
      const line = record
        ? lineOf(
            withForms(table, format.parts(record), (part) => askedBy(own, part)),
            own,
            tape.project,
          )
        : null;
      return line === null ? [] : [[seq, line] as const];
    }),
  );
}

const TOOLS: ReadonlySet<string> = new Set(['tool_call', 'tool_result']);

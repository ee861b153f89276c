import type { EntryRow, ProvenanceFacts, TapeRow, View } from '../../../shared/model/index.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';
import { loadRecords } from '../bytes/load.ts';
import type { Catalog } from '../catalog/types.ts';
import { formatById } from '../formats/index.ts';
import type { Call } from '../formats/tools/tool.ts';
import { tools } from '../formats/tools.ts';
import { readCalls } from './asked.ts';

/** Calls that are looked through for a file, the newest ones, and how many of each kind are listed. */
const CALLS = 3000;
const TOLD = 20;
/** Characters of a line that names the file. */
const LINE = 160;
/** Entries before a call in which its prompt is looked for. */
const BEFORE = 500;

const NONE: ProvenanceFacts = { call: null, prompt: null, path: null, earlier: [], edited: [], stated: null };

/** What else is known of what an entry brought in: the call, the prompt before it, and of a file when it was read and edited, and what states it. */
export async function factsOf(catalog: Catalog, tape: TapeRow, view: View, seq: number): Promise<ProvenanceFacts> {
  const [row] = catalog.entriesAt(tape.id, [seq]);
  const id = row?.results[0];
  const call = id === undefined ? null : (catalog.tool(tape.id, id).calls.findLast((one) => one < seq) ?? null);
  if (!row || call === null) return NONE;
  const prompt = promptBefore(catalog, tape, call);
  const calls = (await readCalls(tape, catalog.entriesAt(tape.id, [call]))).get(call) ?? [];
  const own = calls.length === 1 ? calls[0] : calls.find((one) => one.id === id);
  if (own?.call.as !== 'read') return { ...NONE, call, prompt };
  const { path } = own.call;
  const { reads, edits } = await touching(catalog, tape, path);
  return {
    ...{ call, prompt, path },
    earlier: await earlierReads(
      catalog,
      tape,
      row,
      reads.filter((one) => one.seq < call),
    ),
    edited: edits
      .filter((one) => one.seq > seq)
      .slice(0, TOLD)
      .map(({ seq: entry, step }) => ({ entry, step })),
    stated: await statedIn(catalog, tape, view, path),
  };
}

const promptBefore = (catalog: Catalog, tape: TapeRow, call: number): number | null =>
  catalog.entries(tape.id, Math.max(1, call - BEFORE), call).findLast(({ flags }) => has(flags, Flag.Prompt))?.seq ?? null;

const touches = (call: Call, path: string): 'reads' | 'edits' | null => {
  if (call.as === 'read' && call.path === path) return 'reads';
  if (call.as === 'file' && call.path === path) return 'edits';
  return call.as === 'edits' && call.edits.some((edit) => edit.path === path || edit.to === path) ? 'edits' : null;
};

/** The calls that read a file and those that change it. */
async function touching(catalog: Catalog, tape: TapeRow, path: string): Promise<{ reads: EntryRow[]; edits: EntryRow[] }> {
  const named = Object.keys(tools[tape.format] ?? {}).flatMap((name) => catalog.labelled(tape.id, name));
  const seqs = [...new Set(named)].sort((a, b) => a - b).slice(-CALLS);
  const rows = catalog.entriesAt(tape.id, seqs).filter(({ calls }) => calls.length > 0);
  const read = await readCalls(tape, rows);
  const found: { reads: EntryRow[]; edits: EntryRow[] } = { reads: [], edits: [] };
  for (const row of rows) {
    const how = (read.get(row.seq) ?? []).map(({ call }) => touches(call, path)).find((one) => one !== null);
    if (how) found[how].push(row);
  }
  return found;
}

/** Results of earlier reads, the nearest first, and whether they say the same. */
async function earlierReads(
  catalog: Catalog,
  tape: TapeRow,
  row: EntryRow,
  calls: readonly EntryRow[],
): Promise<ProvenanceFacts['earlier']> {
  const seqs = calls.flatMap(({ calls: ids }) => ids.slice(0, 1).flatMap((id) => catalog.tool(tape.id, id).results.slice(0, 1)));
  const rows = catalog.entriesAt(
    tape.id,
    seqs
      .filter((seq) => seq < row.seq)
      .slice(-TOLD)
      .toReversed(),
  );
  const format = formatById(tape.format);
  const [own, ...others] = await loadRecords(tape, [row, ...rows]);
  const text = own ? format.text(own) : null;
  return rows.map(({ seq, step }, at) => {
    const other = others[at];
    return { entry: seq, step, same: text !== null && other != null && format.text(other) === text };
  });
}

/** The line of a summary or state in a context that names a file: by its path, or by its name where that is a word of its own. */
async function statedIn(catalog: Catalog, tape: TapeRow, { blocks }: View, path: string): Promise<ProvenanceFacts['stated']> {
  const seqs = blocks.flatMap(({ tone, entries }) => (tone === 'summary' || tone === 'anchor' ? entries.slice(0, 1) : []));
  const rows = catalog.entriesAt(tape.id, seqs);
  const records = await loadRecords(tape, rows);
  const format = formatById(tape.format);
  for (const [at, { seq }] of rows.entries()) {
    const record = records[at];
    const lines = record ? format.text(record).split('\n') : [];
    const line = lineNaming(lines, path);
    if (line >= 0) return { entry: seq, line: line + 1, text: (lines[line] ?? '').trim().slice(0, LINE) };
  }
  return null;
}

export function lineNaming(lines: readonly string[], path: string): number {
  const whole = lines.findIndex((line) => line.includes(path));
  const name = path.split(/[\\/]/).at(-1) ?? '';
  if (whole >= 0 || name.length < 3) return whole;
  const edge = /[\w.-]/;
  return lines.findIndex((line) => {
    const at = line.indexOf(name);
    return at >= 0 && !edge.test(line[at - 1] ?? ' ') && !/\w/.test(line[at + name.length] ?? ' ');
  });
}

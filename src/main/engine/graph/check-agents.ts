import { basename } from 'node:path';
import type { EntryRow, TapeRow } from '../../../shared/model/index.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';
import { promptHash } from '../bytes/ids.ts';
import { loadRecords, type Source } from '../bytes/load.ts';
import type { Catalog } from '../catalog/types.ts';
import type { Contract } from '../formats/contract.ts';
import { readOne } from '../formats/draft.ts';
import type { Format } from '../formats/format.ts';
import type { Finding } from './check.ts';

interface Agent {
  format: Format;
  contract: Contract;
}

/**
 * Whether each sub-agent is reached from a call: agents in files of their own by what the catalog found out, agents in this file
 * by their prompt, which is all that their writers left.
 */
export async function checkAgents(catalog: Catalog, id: string, rows: readonly EntryRow[], { format, contract }: Agent): Promise<Finding> {
  const tape = catalog.tape(id);
  const files = await startedByCalls(catalog.subagents(tape.id), catalog, contract);
  const lost = files.filter((file) => file.caller === null);
  const fromFiles = lost.map(({ file }) => {
    const text = `no call of this session started the sub-agent in ${file}`;
    return { key: basename(file), seq: null, line: null, text };
  });
  const roots = rows.some(isMain) ? rows.filter(isRoot) : [];
  const asked = roots.length === 0 ? new Set<string>() : await prompts(tape, rows.filter(startsAgents(contract)), format);
  const records = await loadRecords(tape, roots);
  const inFile = roots.flatMap((row, at) => {
    const record = records[at];
    const hash = record ? promptHash(readOne(format, record).facts?.prompt) : null;
    if (hash !== null && asked.has(hash)) return [];
    const text = `no call asked what the sub-agent of entry ${row.seq} was asked`;
    return [{ key: row.id ?? '', seq: row.seq, line: row.line, text }];
  });
  const looked = files.length + roots.length;
  return { rule: 'agents', looked, faults: [...inFile, ...fromFiles], applies: looked > 0 };
}

const startedByCalls = async (files: readonly TapeRow[], catalog: Catalog, { startedByHand }: Contract): Promise<TapeRow[]> => {
  if (startedByHand === undefined) return [...files];
  const first = await Promise.all(files.map((file) => loadRecords(file, catalog.entriesAt(file.id, [1]))));
  return files.filter((_, at) => {
    const record = first[at]?.[0] ?? null;
    return record === null || !startedByHand(record);
  });
};

/** A sub-agent's own file holds nothing else. */
const isMain = (row: EntryRow): boolean => row.id !== null && !has(row.flags, Flag.Sidechain);
const isRoot = (row: EntryRow): boolean => row.id !== null && has(row.flags, Flag.Sidechain) && row.parentSeq === null;

const startsAgents =
  (contract: Contract) =>
  (row: EntryRow): boolean =>
    row.calls.length > 0 && (contract.startsAgents?.(row.label) ?? true);

const prompts = async (tape: Source, calls: readonly EntryRow[], format: Format): Promise<Set<string>> => {
  const records = await loadRecords(tape, calls);
  return new Set(
    records.flatMap((record) => (record ? readOne(format, record).calls.flatMap(({ prompt }) => promptHash(prompt) ?? []) : [])),
  );
};

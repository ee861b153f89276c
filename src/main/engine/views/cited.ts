import type { AnchorRow, TapeRow } from '../../../shared/model/index.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Json, JsonObject } from '../formats/format.ts';
import { asList, asObject } from '../formats/json.ts';
import { loadRecords } from '../source/source.ts';
import type { Rim } from './assemble.ts';

/** What an anchor cites: numbers of entries before `before`, each once, in its order. `notes` say what could not be found. */
export interface Cited {
  seqs: number[];
  notes: string[];
}

/** Reads the record of an anchor, and nothing else. */
export const readCited = async ({ catalog }: Rim, tape: TapeRow, anchor: AnchorRow, before: number): Promise<Cited> => {
  const [row] = catalog.entriesAt(tape.id, [anchor.seq]);
  const record = row ? await recordOrNull(tape.file, row) : null;
  if (record === null) return { seqs: [], notes: [`The anchor ${anchor.name} could not be read, so what it cites is not known.`] };
  return citedIn(record, before, anchor.name);
};

const recordOrNull = async (file: string, row: { offset: number; length: number }): Promise<JsonObject | null> => {
  try {
    return (await loadRecords(file, [row]))[0] ?? null;
  } catch (failure) {
    if (failure instanceof TapeError) return null;
    throw failure;
  }
};

/** Names under which writers list the entries that a state rests on. */
const KEYS: readonly string[] = ['source_ids', 'source_entry_ids'];

/** Entries that the state of an anchor names, as numbers or as text of digits. Pure. */
const citedIn = (record: JsonObject, before: number, name: string): Cited => {
  const state = asObject(asObject(record.payload)?.state);
  const named = KEYS.flatMap((key) => asList(state?.[key]));
  const numbers = named.map(numberIn);
  const seqs = [...new Set(numbers.filter((seq) => seq !== null && seq < before))] as number[];
  const lost = named.length - numbers.filter((seq) => seq !== null && seq < before).length;
  return { seqs, notes: lost === 0 ? [] : [lostWords(name, lost, named.length)] };
};

const numberIn = (value: Json): number | null => {
  const number = typeof value === 'string' && /^[1-9]\d{0,14}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 1 ? number : null;
};

const lostWords = (name: string, lost: number, of: number): string =>
  `The anchor ${name} cites ${of === 1 ? 'one entry' : `${of} entries`}, of which ${lost} ${lost === 1 ? 'does' : 'do'} not stand before this step.`;

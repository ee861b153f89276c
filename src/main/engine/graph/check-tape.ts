import type { Check, CheckRule, EntryRow, Shapes } from '../../../shared/model/index.ts';
import type { Catalog } from '../catalog/types.ts';
import type { Format } from '../formats/format.ts';
import { loadRecords } from '../source/source.ts';
import { checkRows, ruleOf, type Transcript } from './check.ts';
import { checkAgents } from './check-agents.ts';
import { createShapeCheck } from './check-shapes.ts';

/** Entries that are read together. */
const BATCH = 512;

/** All rows of a tape, for the rules. Throws TapeError('not-found'). */
export const transcriptOf = (catalog: Catalog, id: string): Transcript => {
  const tape = catalog.tape(id);
  return {
    rows: catalog.entries(tape.id, 1, tape.entries + 1),
    anchors: tape.anchors === 0 ? [] : catalog.anchors(tape.id),
    linear: catalog.stats(tape.id).nodes === 0,
  };
};

/** Holds a tape against the contract of a transcript, and its records against the schemas of their versions. Reads all of it. */
export const checkTape = async (catalog: Catalog, formatOf: (id: string) => Format, id: string): Promise<Check> => {
  const tape = catalog.tape(id);
  const format = formatOf(tape.format);
  const transcript = transcriptOf(catalog, tape.id);
  const rules = [...checkRows(transcript), await checkAgents(catalog, tape.id, transcript.rows, format), lines(catalog, tape.id)];
  return {
    tape: tape.id,
    title: tape.title,
    format: tape.format,
    file: tape.file,
    entries: tape.entries,
    kept: rules.every(({ verdict }) => verdict !== 'broken'),
    rules,
    shapes: tape.format === 'claude-code' ? await shapesOf(tape.file, transcript.rows) : null,
  };
};

const lines = (catalog: Catalog, id: string): CheckRule => {
  const { lines } = catalog.receipt(id);
  const { items } = catalog.problems(id, 1000);
  const unread = items.filter(({ outcome }) => outcome === 'unreadable');
  const told = unread.map(({ line, reason }) => ({ seq: null, line, text: `line ${line}: ${reason}` }));
  return { ...ruleOf('lines', lines.total, told), broken: lines.unreadable, verdict: lines.unreadable === 0 ? 'kept' : 'broken' };
};

const shapesOf = async (file: string, rows: readonly EntryRow[]): Promise<Shapes> => {
  const shapes = await createShapeCheck();
  for (let from = 0; from < rows.length; from += BATCH) {
    const batch = rows.slice(from, from + BATCH);
    const records = await loadRecords(file, batch);
    for (const [at, row] of batch.entries()) {
      const record = records[at];
      if (record) shapes.add(record, row.seq, row.line);
    }
  }
  return shapes.result();
};

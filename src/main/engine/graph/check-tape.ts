import type { Check, CheckRule, EntryRow } from '../../../shared/model/index.ts';
import { loadRecords, type Source } from '../bytes/load.ts';
import type { Catalog } from '../catalog/types.ts';
import { refusal } from '../formats/abouts.ts';
import type { Contract } from '../formats/contract.ts';
import { contractOf } from '../formats/contracts.ts';
import type { Format, JsonObject } from '../formats/format.ts';
import { type Fault, type Finding, findFaults, ruleOf, type Transcript, twins } from './check.ts';
import { checkAgents } from './check-agents.ts';
import { createShapeCheck } from './schema-check.ts';

/** Entries that are read together. */
const BATCH = 512;

/** All rows of a tape, for the rules. Throws TapeError('not-found'). */
export function transcriptOf(catalog: Catalog, id: string): Transcript {
  const tape = catalog.tape(id);
  return {
    rows: catalog.entries(tape.id, 1, tape.entries + 1),
    anchors: tape.anchors === 0 ? [] : catalog.anchors(tape.id),
    linear: catalog.stats(tape.id).nodes === 0,
  };
}

/**
 * Compares a tape with the contract of a transcript, and its records with the schemas of their versions. Reads all of it.
 * Where nobody knows what a tape of its format must be like, only its lines are judged.
 */
export async function checkTape(catalog: Catalog, formatOf: (id: string) => Format, id: string): Promise<Check> {
  const tape = catalog.tape(id);
  const transcript = transcriptOf(catalog, tape.id);
  const { schemas } = await contractOf(tape.format);
  const shapes = schemas ? await createShapeCheck(schemas) : null;
  const faults = await faultsOf({
    catalog,
    formatOf,
    transcript,
    id: tape.id,
    look: (record, row) => shapes?.add(record, row.seq, row.line),
  });
  const unknown = refusal(tape.format, 'check');
  const judged = unknown === null ? faults : faults.map((finding) => ({ ...finding, ...NOTHING }));
  const rules = [...judged.map(ruleOf), lines(catalog, tape.id)];
  return {
    tape: tape.id,
    title: tape.title,
    format: tape.format,
    file: tape.file,
    entries: tape.entries,
    unknown,
    kept: rules.every(({ verdict }) => verdict !== 'broken'),
    rules,
    shapes: shapes?.result() ?? null,
  };
}

interface Question {
  catalog: Catalog;
  formatOf: (id: string) => Format;
  transcript: Transcript;
  id: string;
  /** Is shown every record on the way. */
  look?: (record: JsonObject, row: EntryRow) => void;
}

/** What all rules but those on lines find in a tape. Reads every record of one that has ids. */
export async function faultsOf({ catalog, formatOf, transcript, id, look }: Question): Promise<Finding[]> {
  const tape = catalog.tape(id);
  const contract = await contractOf(tape.format);
  const links = createLinkCheck(transcript, contract);
  const totals = createTotalsCheck(contract);
  if (!transcript.linear || look || contract.counts) {
    await eachRecord(tape, transcript.rows, (record, row) => {
      links.add(record, row);
      totals.add(record, row);
      look?.(record, row);
    });
  }
  const agents = await checkAgents(catalog, tape.id, transcript.rows, { format: formatOf(tape.format), contract });
  const found = findFaults(transcript).map((finding) => (isAsked(finding, contract) ? finding : { ...finding, ...NOTHING }));
  const more = [...(contract.counts ? [totals.result()] : []), ...(contract.twins?.(transcript.rows) ? [twins(transcript)] : [])];
  return [...found, agents, links.result(), ...more];
}

const NOTHING = { looked: 0, faults: [], applies: false };

const isAsked = ({ rule }: Finding, { anyOrder, sharesIds }: Contract): boolean =>
  !(rule === 'roles' && anyOrder) && !(rule === 'ids' && sharesIds);

/** Entries that records name besides their parents. */
const createLinkCheck = ({ rows }: Transcript, contract: Contract) => {
  const ids = new Set(rows.flatMap(({ id }) => id ?? []));
  const faults: Fault[] = [];
  let looked = 0;
  return {
    add(record: JsonObject, { seq, line, id }: EntryRow): void {
      const named = contract.names?.(record) ?? null;
      if (named === null) return;
      looked += 1;
      if (ids.has(named.id)) return;
      const text = `entry ${seq} names the entry ${named.id} (${named.as}), which is not in the file`;
      faults.push({ key: `${id} ${named.id}`, seq, line, text });
    },
    result: (): Finding => ({ rule: 'links', looked, faults, applies: looked > 0 }),
  };
};

/** A total may be said again, and begins again with a program that was started again. What came before the first one is not known. */
const createTotalsCheck = ({ counts }: Contract) => {
  const faults: Fault[] = [];
  let [looked, before]: [number, number | null] = [0, null];
  return {
    add(record: JsonObject, { seq, line }: EntryRow): void {
      const found = counts?.(record) ?? null;
      if (found === null) return;
      const { total, last } = found;
      looked += 1;
      if (before !== null && total !== before && total !== last && total !== before + last) {
        const text = `entry ${seq} counts ${total} tokens after ${before}, and ${last} for the request between`;
        faults.push({ key: `total ${line}`, seq, line, text });
      }
      before = total;
    },
    result: (): Finding => ({ rule: 'totals', looked, faults, applies: looked > 0 }),
  };
};

const lines = (catalog: Catalog, id: string): CheckRule => {
  const { lines } = catalog.receipt(id);
  const { items } = catalog.problems(id, 1000);
  const unread = items.filter(({ outcome }) => outcome === 'unreadable');
  const faults = unread.map(({ line, reason }) => ({ key: `${line}`, seq: null, line, text: `line ${line}: ${reason}` }));
  const rule = ruleOf({ rule: 'lines', looked: lines.total, faults, applies: true });
  return { ...rule, broken: lines.unreadable, verdict: lines.unreadable === 0 ? 'kept' : 'broken' };
};

const eachRecord = async (source: Source, rows: readonly EntryRow[], look: (record: JsonObject, row: EntryRow) => void): Promise<void> => {
  for (let from = 0; from < rows.length; from += BATCH) {
    const batch = rows.slice(from, from + BATCH);
    const records = await loadRecords(source, batch);
    for (const [at, row] of batch.entries()) {
      const record = records[at];
      if (record) look(record, row);
    }
  }
};

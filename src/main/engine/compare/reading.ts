import { createHash } from 'node:crypto';
import type { EntryRow } from '../../../shared/model/index.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';
import type { Facts, JsonObject } from '../formats/format.ts';
import { digest } from '../source/digest.ts';
import { loadRecords } from '../source/source.ts';
import { type Decided, decide } from '../views/assemble.ts';
import { conserve } from '../views/conserve.ts';
import type { Rim } from '../views/rim.ts';
import type { Lineage } from './lineage.ts';
import { keyOf, recordsOf } from './payloads.ts';

/** One entry as a request read it. */
export interface Read {
  row: EntryRow;
  key: string;
  preview: string;
  /** The agent sent a placeholder instead. */
  cleared: boolean;
}

/** What one side had before it when it first asked the model behind the fork point. */
export interface Reading {
  /** Entries of the shared prefix, in wire order. */
  prefix: Read[];
  /** What came with the request and nobody said: attachments, reminders, a system prompt. */
  around: Read[];
  /** The side ends at the fork point: it asked nothing behind it. */
  ended: boolean;
  /** The compaction or anchor behind the fork point that the request's context began at. */
  floor: { seq: number; name: string; compacted: boolean } | null;
  model: string | null;
  facts: Facts;
  /** The two witnesses, hex. */
  ids: string;
  text: string;
}

/**
 * Reads what the first request behind the fork point had of the shared prefix. A side that ends at the fork point is looked at
 * there. `end` is how many entries of the side's chain are shared.
 */
export const readingOf = async (rim: Rim, lineage: Lineage, end: number): Promise<Reading> => {
  const { tape, place } = lineage.decided;
  const format = rim.formatOf(tape.format);
  const own = lineage.path.slice(end);
  const first = own.find((row) => row.step !== null && row.role === 'assistant' && !has(row.flags, Flag.Synthetic))?.step ?? null;
  const decided = decide(rim, tape.id, first ?? place, { type: 'as-recorded' });
  const { prefix, around } = part(lineage, end, decided, first === null);
  const records: JsonObject[] = [];
  const reads = async (rows: readonly EntryRow[], keep: boolean): Promise<Read[]> => {
    const cleared = new Set(decided.selection.picks.filter((pick) => pick.cleared).map((pick) => pick.seq));
    const found: Read[] = [];
    for await (const batch of recordsOf(tape, rows)) {
      for (const { row, record } of batch) {
        if (record && keep) records.push(record);
        const preview = record ? format.preview(record) : '';
        found.push({ row, key: keyOf(row, record, format), preview, cleared: cleared.has(row.seq) });
      }
    }
    return found;
  };
  const read = { prefix: await reads(prefix, true), around: await reads(around, false) };
  await reads(
    decided.selection.shaping.flatMap((seq) => decided.rowOf(seq) ?? []),
    true,
  );
  const at = own[0] ?? lineage.path.at(-1);
  const [record] = at ? await loadRecords(tape.file, [at]) : [];
  return {
    ...read,
    ended: first === null,
    floor: floorBehind(lineage.path.slice(0, end), decided),
    model: decided.step.model,
    facts: (record && format.read(record).facts) ?? {},
    ids: await chainOf(rim, lineage, end),
    text: digest(format.messages(records)),
  };
};

/** Where the context of a request begins, if that is behind the shared entries. */
const floorBehind = (shared: readonly EntryRow[], { selection }: Decided): Reading['floor'] => {
  const { anchor, reason } = selection.floor ?? {};
  const last = shared.reduce((most, { seq }) => Math.max(most, seq), 0);
  return anchor === undefined || anchor.seq <= last ? null : { seq: anchor.seq, name: anchor.name, compacted: reason === 'compacted' };
};

/** The context of a request, cut at the fork point. */
const part = (lineage: Lineage, end: number, decided: Decided, ended: boolean): { prefix: EntryRow[]; around: EntryRow[] } => {
  const { picks } = conserve(decided.selection, decided.step.first, decided.material.rows);
  const rows = picks.flatMap(({ seq }) => decided.rowOf(seq) ?? []);
  const own = new Set(lineage.path.slice(end).map((row) => row.seq));
  const behind = firstBehind(rows, lineage, end, own);
  const shared = lineage.path.slice(0, end);
  const answers = ended
    ? shared.filter((row) => row.step === decided.step.step && row.seq >= decided.step.first && !rows.includes(row))
    : [];
  return {
    prefix: [...rows.filter((row) => !behind.has(row.seq)), ...answers.filter((row) => has(row.flags, Flag.Sent))],
    around: rows.filter((row) => behind.has(row.seq) && isUnsaid(row)),
  };
};

/** In a tree everything from the first entry of the own chain on; in a list what was written later, wherever it is read. */
const firstBehind = (rows: readonly EntryRow[], lineage: Lineage, end: number, own: ReadonlySet<number>): Set<number> => {
  if (!lineage.tree) {
    const last = lineage.path[end - 1]?.seq ?? 0;
    return new Set(rows.filter((row) => row.seq > last || row.kind === 'system').map((row) => row.seq));
  }
  const first = rows.findIndex((row) => own.has(row.seq));
  return new Set(first < 0 ? [] : rows.slice(first).map((row) => row.seq));
};

const SAID = Flag.Prompt | Flag.Queued | Flag.Summary;

/** It reached the model, and neither a person, the model nor a tool said it. */
const isUnsaid = (row: EntryRow): boolean =>
  row.kind === 'attachment' || row.role === 'system' || (row.role === 'user' && (row.flags & SAID) === 0);

/** Witness of a chain: of the ids where a log has them, else of what its entries say. */
const chainOf = async (rim: Rim, lineage: Lineage, end: number): Promise<string> => {
  const { tape } = lineage.decided;
  const chain = createHash('sha256');
  const shared = lineage.path.slice(0, end);
  if (lineage.tree) for (const row of shared) chain.update(`${row.id ?? ''}\n`);
  else
    for await (const batch of recordsOf(tape, shared))
      for (const { row, record } of batch) chain.update(`${keyOf(row, record, rim.formatOf(tape.format))}\n`);
  return chain.digest('hex');
};

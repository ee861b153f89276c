import { createHash } from 'node:crypto';
import type { EntryRow } from '../../../shared/model/index.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';
import { loadRecords } from '../bytes/load.ts';
import { keyOf, recordsOf } from '../bytes/payloads.ts';
import { digest } from '../formats/digest.ts';
import { readOne } from '../formats/draft.ts';
import type { Facts, JsonObject } from '../formats/format.ts';
import { type Decided, decideAt } from '../views/assemble.ts';
import { conserve } from '../views/conserve.ts';
import { keyOfPart, nameOfPart, requestParts } from '../views/request-parts.ts';
import type { Rim } from '../views/rim.ts';
import { type Cut, isAfter, type Lineage, prefixOf } from './lineage.ts';

/** One entry as a request read it. */
export interface Read {
  row: EntryRow;
  key: string;
  preview: string;
  /** The agent sent a placeholder instead. */
  cleared: boolean;
}

/** What one side had before it when it first asked the model after the fork point. */
export interface Reading {
  /** Entries of the shared prefix, in wire order. */
  prefix: Read[];
  /** What came with the request and nobody said: attachments, reminders, a system prompt. */
  around: Read[];
  /** The side ends at the fork point: it asked nothing after it. */
  ended: boolean;
  /** The compaction or anchor that the request's context began at: its place on the chain, and whether that is after the fork point. */
  floor: { seq: number; name: string; compacted: boolean; place: number; behind: boolean } | null;
  /** The entry of which the request held a picture that the log strips from it; null for none. */
  stripped: number | null;
  model: string | null;
  /** What the recorded request says besides its messages, each part by its name with what makes it the same; null where none is recorded. */
  request: ReadonlyMap<string, string> | null;
  facts: Facts;
  /** The two witnesses, hex. */
  ids: string;
  text: string;
}

/**
 * Reads what the first request after the fork point had of the shared prefix. A side that ends at the fork point is looked at
 * there.
 */
export async function readingOf(rim: Rim, lineage: Lineage, cut: Cut): Promise<Reading> {
  const { end } = cut;
  const { tape, place } = lineage.decided;
  const format = rim.formatOf(tape.format);
  const own = lineage.path.slice(end);
  const first = own.find((row) => row.step !== null && row.role === 'assistant' && !has(row.flags, Flag.Synthetic))?.step ?? null;
  const decided = await decideAt(rim, tape.id, first ?? place, { type: 'as-recorded' });
  const { prefix, around } = part(lineage, cut, decided, first === null);
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
  // What shapes the request's own prompt has no part in what came before.
  const shaping = decided.selection.shaping.filter((seq) => first === null || seq < decided.step.first);
  await reads(
    shaping.flatMap((seq) => decided.rowOf(seq) ?? []),
    true,
  );
  const at = own[0] ?? lineage.path.at(-1);
  const [record] = at ? await loadRecords(tape, [at]) : [];
  return {
    ...read,
    ended: first === null,
    floor: floorOf(lineage, end, decided),
    stripped: strippedIn(decided, prefix),
    model: decided.step.model,
    request: requestOf(decided),
    facts: (record && readOne(format, record).facts) ?? {},
    ids: await chainOf(rim, lineage, end),
    text: digest(format.messages(records)),
  };
}

/** System prompt and tools; parameters change with each request, and marks move. */
const requestOf = (decided: Decided): Reading['request'] =>
  decided.request.hints?.recorded
    ? new Map(
        requestParts(decided).flatMap((part) =>
          part.type === 'system' || part.type === 'tool' ? [[nameOfPart(part), keyOfPart(part)] as const] : [],
        ),
      )
    : null;

const strippedIn = ({ selection }: Decided, prefix: readonly EntryRow[]): number | null => {
  const found = selection.findings.some(({ type }) => type === 'stripped-picture') ? selection.picks.at(-1)?.seq : undefined;
  return prefix.some(({ seq }) => seq === found) ? (found ?? null) : null;
};

/** Where the context of a request begins. */
const floorOf = ({ path }: Lineage, end: number, { selection }: Decided): Reading['floor'] => {
  const { anchor, reason } = selection.floor ?? {};
  if (anchor === undefined) return null;
  const place = path.findIndex(({ seq }) => seq === anchor.seq);
  return { seq: anchor.seq, name: anchor.name, compacted: reason === 'compacted', place, behind: place < 0 || place >= end };
};

/** The context of a request, cut at the fork point. A side that ends there has read its own answer too, as whoever asks next will. */
const part = (lineage: Lineage, cut: Cut, decided: Decided, ended: boolean): { prefix: EntryRow[]; around: EntryRow[] } => {
  const { picks } = conserve(decided.selection, decided.step.first, decided.material.rows);
  const rows = picks.flatMap(({ seq }) => decided.rowOf(seq) ?? []);
  const after = isAfter(lineage, cut, rows);
  const isAround = (row: EntryRow): boolean => after(row) || (!lineage.tree && row.kind === 'system');
  const read = new Set(rows.map(({ seq }) => seq));
  const answers = ended ? prefixOf(lineage, cut).filter((row) => row.seq >= decided.step.first && !read.has(row.seq)) : [];
  return {
    prefix: [...rows.filter((row) => !isAround(row)), ...answers.filter((row) => has(row.flags, Flag.Sent))],
    around: rows.filter((row) => isAround(row) && isUnsaid(row)),
  };
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

import type { EntryRow, Link, TapeRow } from '../../../shared/model/index.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';
import { promptHash } from '../bytes/ids.ts';
import { loadRecords } from '../bytes/load.ts';
import type { Catalog } from '../catalog/types.ts';
import { readOne } from '../formats/draft.ts';
import type { Draft, Format, JsonObject } from '../formats/format.ts';

/** How many steps after a call, and entries before the root of a sub-agent, are looked at for the other end. */
const STEPS_BEHIND = 2000;
const ENTRIES_BEFORE = 500;

/**
 * Links between a call and the sub-agent that it started in the same file, as writers up to 2.0.2x left it: nothing but the
 * prompt tells that they belong together.
 */
export async function sidechainLinks(catalog: Catalog, tape: TapeRow, row: EntryRow, record: JsonObject, format: Format): Promise<Link[]> {
  if (tape.relation !== null || row.id === null) return [];
  const draft = readOne(format, record);
  return draft.calls.length > 0 ? startedBy(catalog, tape, row, draft, format) : starterOf(catalog, tape, row, draft, format);
}

const draftsOf = async (tape: TapeRow, rows: readonly EntryRow[], format: Format): Promise<[EntryRow, Draft][]> => {
  const records = await loadRecords(tape, rows);
  return rows.flatMap((row, at): [EntryRow, Draft][] => {
    const record = records[at];
    return record ? [[row, readOne(format, record)]] : [];
  });
};

const promptsOf = ({ calls }: Draft): string[] => calls.flatMap(({ prompt }) => promptHash(prompt) ?? []);

const startedBy = async (catalog: Catalog, tape: TapeRow, row: EntryRow, draft: Draft, format: Format): Promise<Link[]> => {
  const wanted = new Set(promptsOf(draft));
  if (wanted.size === 0 || row.step === null) return [];
  const behind = catalog.steps(tape.id, row.step + 1, STEPS_BEHIND).items.filter((step) => step.sidechain && (step.origin ?? 0) > row.seq);
  const roots = [...new Set(behind.flatMap(({ origin }) => origin ?? []))];
  for (const [root, { facts }] of await draftsOf(tape, catalog.entriesAt(tape.id, roots), format)) {
    const prompt = promptHash(facts?.prompt);
    if (prompt !== null && wanted.has(prompt)) return [{ relation: 'sub-agent', seq: root.seq, label: 'its work in this file' }];
  }
  return [];
};

const starterOf = async (catalog: Catalog, tape: TapeRow, row: EntryRow, draft: Draft, format: Format): Promise<Link[]> => {
  const prompt = promptHash(draft.facts?.prompt);
  if (prompt === null || row.parentSeq !== null || !has(row.flags, Flag.Sidechain)) return [];
  const before = catalog.entries(tape.id, Math.max(1, row.seq - ENTRIES_BEFORE), row.seq).filter(({ calls }) => calls.length > 0);
  const calls = await draftsOf(tape, before.toReversed(), format);
  const starter = calls.find(([, call]) => promptsOf(call).includes(prompt));
  return starter ? [{ relation: 'caller', seq: starter[0].seq, label: `call of ${starter[0].label}` }] : [];
};

import type { EntryRow, SurgeryChange, TapeRow } from '../../../shared/model/index.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';
import { version } from '../app/version.ts';
import { loadRecords, loadTexts } from '../bytes/load.ts';
import type { Format, Json, JsonObject } from '../formats/format.ts';
import { oneLine } from '../formats/json.ts';
import type { Surgery } from '../formats/surgery.ts';
import { cut } from '../text/excerpt.ts';
import type { Plan } from './surgery-plan.ts';

/** Entries that are loaded together. */
const BATCH = 256;

export interface Copying {
  surgery: Surgery;
  tape: TapeRow;
  rows: readonly EntryRow[];
  plan: Plan;
  change: SurgeryChange;
  /** Text of the summary entry, where the plan has one. */
  summary: string | null;
  session: string;
  /** See `sizesOf`; absent for the files of agents, which are copied whole. */
  sizes?: { from: number; to: number } | null;
  /** Ids of new entries. */
  newId: () => string;
  now: Date;
}

/** The records of a copy in file order, a batch at a time: those that stay with their new session and parents, then the mark. */
export async function* copiedRecords(copying: Copying): AsyncGenerator<JsonObject[]> {
  const { surgery, tape, plan, session } = copying;
  const byNumber = new Map(copying.rows.map((row) => [row.seq, row]));
  const idOf = (seq: number): string | null => byNumber.get(seq)?.id ?? null;
  const instead = insteadOf(new Set(plan.keep), byNumber);
  const summaryId = plan.sources === null ? null : copying.newId();
  if (plan.sources !== null && summaryId !== null) yield [await summaryRecord(copying, summaryId, idOf)];
  for (let at = 0; at < plan.keep.length; at += BATCH) {
    const rows = plan.keep.slice(at, at + BATCH).flatMap((seq) => byNumber.get(seq) ?? []);
    const records = await loadRecords(tape, rows);
    const texts = await loadTexts(tape.file, rows);
    yield rows.map((row, place) => {
      const record = exactly(records[place] ?? null, texts[place] ?? null);
      if (!record) throw new Error(`${tape.file} changed at line ${row.line}`);
      const parent = plan.parents.get(row.seq);
      const above = parent === 'summary' ? summaryId : parent === null || parent === undefined ? parent : idOf(parent);
      return surgery.copied(record, { session, instead, ...(above !== undefined && { parent: above }) });
    });
  }
  yield [
    surgery.mark({
      session,
      change: copying.change,
      source: { file: tape.file, session: tape.session },
      at: { entry: plan.tip, uuid: idOf(plan.tip) },
      sizes: copying.sizes ?? null,
      created: copying.now.toISOString(),
      version,
    }),
  ];
}

/** What Node has and the types of the language do not yet: numbers as they are written. */
interface ExactJson {
  parse(text: string, revive: (key: string, value: Json, context: { source?: string }) => Json): JsonObject;
  rawJSON(text: string): Json;
}
const exactJson = JSON as unknown as ExactJson;

/** A record whose numbers are in the copy as in the source: an id of twenty digits is more than a number can hold. */
const exactly = (record: JsonObject | null, text: string | null): JsonObject | null => {
  if (record === null || text === null || JSON.stringify(record) === text) return record;
  try {
    return exactJson.parse(text, (_key, value, { source }) =>
      typeof value === 'number' && source !== undefined && String(value) !== source ? exactJson.rawJSON(source) : value,
    );
  } catch {
    // A line that had to be mended to be read is not JSON as it stands.
    return record;
  }
};

/** The nearest entry above one that goes, by its id. */
const insteadOf =
  (keep: ReadonlySet<number>, rows: ReadonlyMap<number, EntryRow>) =>
  (id: string): string | null | undefined => {
    let row = [...rows.values()].find((each) => each.id === id);
    if (!row || keep.has(row.seq)) return undefined;
    for (let steps = 0; row && !keep.has(row.seq) && steps < rows.size; steps += 1) row = rows.get(row.parentSeq ?? 0);
    return row?.id ?? null;
  };

const summaryRecord = async (
  { surgery, tape, rows, plan, summary, session, now }: Copying,
  id: string,
  idOf: (seq: number) => string | null,
): Promise<JsonObject> => {
  const last = plan.sources?.at(-1) ?? 0;
  const [like = null] = await loadRecords(
    tape,
    rows.filter((row) => row.seq === last),
  );
  const sources = (plan.sources ?? []).flatMap((seq) => idOf(seq) ?? []);
  return surgery.summary({
    ...{ id, session, text: summary ?? '', like, project: tape.project, now: now.toISOString(), sources, leaf: idOf(last) },
  });
};

/** Most prompts that a summary which nobody wrote quotes, and characters of each. */
const QUOTED = 40;
const QUOTE_CHARS = 200;

/** Characters of an earlier summary that goes into a new one. */
const SUMMARY_CHARS = 20_000;

/** A summary for want of a better one: what was asked, in order, and how much was done. Nothing in it is made up. */
export async function plainSummary(tape: TapeRow, sources: readonly EntryRow[], format: Format): Promise<string> {
  const prompts = sources.filter((row) => has(row.flags, Flag.Prompt | Flag.Queued) && !has(row.flags, Flag.Sidechain));
  const told = prompts.slice(-QUOTED);
  const said = async (rows: readonly EntryRow[], say: (record: JsonObject) => string): Promise<string[]> =>
    (await loadRecords(tape, rows)).map((record) => (record ? say(record) : ''));
  const earlier = sources.filter((row) => has(row.flags, Flag.Summary));
  const calls = sources.reduce((sum, row) => sum + row.calls.length, 0);
  const left = prompts.length - told.length;
  return [
    `The beginning of this session was removed: ${sources.length} entries with ${calls} tool calls.`,
    ...(await said(earlier, (record) => cut(format.text(record), SUMMARY_CHARS))),
    ...(told.length > 0 ? ['What was asked in them:'] : []),
    ...(left > 0 ? [`(${left} earlier prompts are not quoted)`] : []),
    ...(await said(told, (record) => `- ${oneLine(format.preview(record), QUOTE_CHARS)}`)),
    'What was answered is not part of this summary. Read files again before relying on what they held.',
  ].join('\n');
}

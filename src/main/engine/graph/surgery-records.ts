import type { EntryRow, SurgeryChange, TapeRow } from '../../../shared/model/index.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';
import { version } from '../app/version.ts';
import { loadRecords, loadTexts } from '../bytes/load.ts';
import type { Format, Json, JsonObject } from '../formats/format.ts';
import { asString, oneLine } from '../formats/json.ts';
import { cut } from '../text/excerpt.ts';
import { originMark } from './origin-mark.ts';
import type { Plan } from './surgery-plan.ts';

/** Entries that are loaded together. */
const BATCH = 256;

export interface Copying {
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
  const { tape, plan, session } = copying;
  const byNumber = new Map(copying.rows.map((row) => [row.seq, row]));
  const keep = new Set(plan.keep);
  const idOf = (seq: number): string | null => byNumber.get(seq)?.id ?? null;
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
      const parentUuid = parent === 'summary' ? summaryId : parent === undefined || parent === null ? null : idOf(parent);
      return {
        ...(parent === undefined ? record : withoutCaller(record)),
        ...(parent !== undefined && { parentUuid }),
        ...(record.sessionId !== undefined && { sessionId: session }),
        ...logicalParent(record, keep, byNumber),
      };
    });
  }
  yield [
    originMark({
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

/** A result names the answer that called for it, which is its parent; where that goes, the name goes too. */
const withoutCaller = ({ sourceToolAssistantUUID: caller, ...record }: JsonObject): JsonObject =>
  caller === undefined || caller === record.parentUuid ? record : { ...record, sourceToolAssistantUUID: caller };

/** What Node has and the types of the language do not yet: numbers as they are written. */
interface ExactJson {
  parse(text: string, revive: (key: string, value: Json, context: { source?: string }) => Json): JsonObject;
  rawJSON(text: string): Json;
}
const exactJson = JSON as unknown as ExactJson;

/** A record whose numbers stand in the copy as in the source: an id of twenty digits is more than a number can hold. */
const exactly = (record: JsonObject | null, text: string | null): JsonObject | null => {
  if (record === null || text === null || JSON.stringify(record) === text) return record;
  try {
    return exactJson.parse(text, (_key, value, { source }) =>
      typeof value === 'number' && source !== undefined && String(value) !== source ? exactJson.rawJSON(source) : value,
    );
  } catch {
    // A line that had to be mended to be read is no JSON as it stands.
    return record;
  }
};

/** Where the entry before a compaction goes, the nearest one above it that stays takes its place. */
const logicalParent = (
  record: JsonObject,
  keep: ReadonlySet<number>,
  rows: ReadonlyMap<number, EntryRow>,
): { logicalParentUuid?: string | null } => {
  const named = asString(record.logicalParentUuid);
  if (named === null) return {};
  let row = [...rows.values()].find(({ id }) => id === named);
  if (!row || keep.has(row.seq)) return {};
  for (let steps = 0; row && !keep.has(row.seq) && steps < rows.size; steps += 1) row = rows.get(row.parentSeq ?? 0);
  return { logicalParentUuid: row?.id ?? null };
};

/** One entry in place of a prefix, with the ids of all that it stands for; `leafUuid` is the last of them, as Claude Code's titles name theirs. */
const summaryRecord = async (
  { tape, rows, plan, summary, session, now }: Copying,
  uuid: string,
  idOf: (seq: number) => string | null,
): Promise<JsonObject> => {
  const [first] = rows.filter((row) => row.seq === plan.sources?.at(-1));
  const [like] = await loadRecords(tape, first ? [first] : []);
  const from = (key: string, otherwise: string): string => asString(like?.[key]) ?? otherwise;
  return {
    parentUuid: null,
    isSidechain: false,
    userType: 'external',
    cwd: from('cwd', tape.project),
    sessionId: session,
    version: from('version', '0.0.0'),
    gitBranch: from('gitBranch', ''),
    type: 'user',
    message: { role: 'user', content: summary ?? '' },
    isVisibleInTranscriptOnly: true,
    isCompactSummary: true,
    uuid,
    timestamp: from('timestamp', now.toISOString()),
    leafUuid: idOf(plan.sources?.at(-1) ?? 0),
    sources: (plan.sources ?? []).flatMap((seq) => idOf(seq) ?? []),
  };
};

/** Most prompts that a summary which nobody wrote quotes, and characters of each. */
const QUOTED = 40;
const QUOTE_CHARS = 200;

/** Characters of an earlier summary that goes into a new one. */
const SUMMARY_CHARS = 20_000;

/** A summary for want of a better one: what was asked, in order, and how much was done. Nothing in it is made up. */
export const plainSummary = async (tape: TapeRow, sources: readonly EntryRow[], format: Format): Promise<string> => {
  const prompts = sources.filter((row) => has(row.flags, Flag.Prompt | Flag.Queued) && !has(row.flags, Flag.Sidechain));
  const told = prompts.slice(-QUOTED);
  const said = async (rows: readonly EntryRow[], say: (record: JsonObject) => string): Promise<string[]> =>
    (await loadRecords(tape, rows)).map((record) => (record ? say(record) : ''));
  const earlier = sources.filter((row) => has(row.flags, Flag.Summary));
  const calls = sources.reduce((sum, row) => sum + row.calls.length, 0);
  const left = prompts.length - told.length;
  return [
    `The beginning of this session was taken out: ${sources.length} entries with ${calls} tool calls.`,
    ...(await said(earlier, (record) => cut(format.text(record), SUMMARY_CHARS))),
    ...(told.length > 0 ? ['What was asked in them:'] : []),
    ...(left > 0 ? [`(${left} earlier prompts are not quoted)`] : []),
    ...(await said(told, (record) => `- ${oneLine(format.preview(record), QUOTE_CHARS)}`)),
    'What was answered is not part of this summary. Read files again before relying on what they held.',
  ].join('\n');
};

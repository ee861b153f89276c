import type { EntryRow, StepRow, TapeRow } from '../../../shared/model/index.ts';
import { loadWhatIsThere } from '../bytes/load.ts';
import { OF_RUN, TRIED } from '../captures/runs.ts';
import type { Catalog } from '../catalog/types.ts';
import { CAPTURED } from '../formats/abouts.ts';
import { formatById } from '../formats/index.ts';

/** How the steps of a log are joined to captured requests. */

export interface Join {
  tape: string;
  step: number;
  by: 'id' | 'call' | 'text' | 'tokens';
}

/** What a step is known by. */
interface Known {
  tape: string;
  step: number;
  key: string;
  time: number | null;
  /** Tokens that it was sent with; null where they are not recorded. */
  size: string | null;
  calls: readonly string[];
  /** Entries of its answer, and those of them that have words; the others of a step. */
  answers: readonly EntryRow[];
  words: readonly EntryRow[];
  others: readonly EntryRow[];
}

const sizeOf = (row: StepRow | undefined): string | null =>
  row?.usage == null ? null : `${row.usage.input} ${row.usage.cacheRead} ${row.usage.cacheWrite}`;

const knownOf = (catalog: Catalog, { id, entries, steps }: TapeRow): Known[] => {
  const keys = catalog.stepKeys(id);
  const rows = catalog.steps(id, 1, steps).items;
  const found = keys.map((key, at): Known & { calls: string[]; answers: EntryRow[]; words: EntryRow[]; others: EntryRow[] } => ({
    tape: id,
    step: at + 1,
    key,
    time: rows[at]?.time ?? null,
    size: sizeOf(rows[at]),
    calls: [],
    answers: [],
    words: [],
    others: [],
  }));
  if (steps === 0) return found;
  for (const row of catalog.entries(id, 1, entries + 1)) {
    const own = row.step === null ? undefined : found[row.step - 1];
    if (row.role !== 'assistant') {
      own?.others.push(row);
      continue;
    }
    own?.calls.push(...row.calls);
    own?.answers.push(row);
    if (row.kind === 'message') own?.words.push(row);
  }
  return found;
};

/** Those of some captured tapes that may hold the requests of a tape: of its session, or else of its time. */
export function capturesAmong(captured: readonly TapeRow[], tape: TapeRow, above: TapeRow | undefined): TapeRow[] {
  const same = ofSession(captured, tape, above);
  return same.length > 0 ? same : captured.filter((one) => mayBeOf(tape, one) && overlaps(one, tape));
}

const ofSession = (captured: readonly TapeRow[], tape: TapeRow, above: TapeRow | undefined): TapeRow[] => {
  const sessions = new Set([tape.session, above?.session ?? null].filter((session) => session !== null));
  return captured.filter(({ session, parent }) => (session !== null && sessions.has(session)) || (parent === tape.id && session !== TRIED));
};

const aboveIn = (catalog: Catalog, { parent }: TapeRow): TapeRow | undefined => (parent === null ? undefined : catalog.tape(parent));

/** Tapes of requests that were captured of the session of a tape. */
export function capturesOf(catalog: Catalog, tape: TapeRow): TapeRow[] {
  return ofSession(catalog.list({ format: CAPTURED }).items, tape, aboveIn(catalog, tape));
}

/** Requests that a run sent are those of a native tape, whatever an agent's log says at the same time in the same words; what was tried is nobody's. */
const mayBeOf = ({ format }: TapeRow, { session }: TapeRow): boolean =>
  session !== TRIED && (format === 'native' || session?.startsWith(OF_RUN) !== true);

/** Clocks of two machines differ by less. */
const SLACK = 60_000;

const overlaps = (a: TapeRow, b: TapeRow): boolean => {
  if (a.started === null || a.ended === null || b.started === null || b.ended === null) return true;
  return a.started <= b.ended + SLACK && b.started <= a.ended + SLACK;
};

/** Tapes whose joins are at hand: whoever moves along a timeline asks for those of one tape again and again. */
const KEPT = 4;
const joined = new WeakMap<Catalog, Map<string, { of: string; joins: Promise<Map<number, Join>> }>>();

/** The captured request of each step of a tape, by the step; steps without one are left out. */
export function joinsOf(catalog: Catalog, tape: TapeRow): Promise<ReadonlyMap<number, Join>> {
  const captures = capturesAmong(catalog.list({ format: CAPTURED }).items, tape, aboveIn(catalog, tape));
  if (captures.length === 0) return Promise.resolve(new Map());
  const of = [tape, ...captures].map(({ id }) => `${id} ${catalog.revision(id)}`).join(' ');
  const known = joined.get(catalog) ?? new Map<string, { of: string; joins: Promise<Map<number, Join>> }>();
  joined.set(catalog, known);
  const found = known.get(tape.id);
  const joins = found?.of === of ? found.joins : join(catalog, tape, captures);
  known.delete(tape.id);
  known.set(tape.id, { of, joins });
  for (const id of [...known.keys()].slice(0, -KEPT)) known.delete(id);
  joins.catch(() => known.delete(tape.id));
  return joins;
}

const join = async (catalog: Catalog, tape: TapeRow, captures: readonly TapeRow[]): Promise<Map<number, Join>> => {
  const captured = captures.flatMap((row) => knownOf(catalog, row));
  const joins = new Map<number, Join>();
  const steps = knownOf(catalog, tape);
  const take = (one: Known, other: Known | undefined, by: Join['by']): void => {
    if (other !== undefined && !joins.has(one.step)) joins.set(one.step, { tape: other.tape, step: other.step, by });
  };
  const byKey = Map.groupBy(captured, ({ key }) => key);
  byKey.delete('');
  for (const step of steps) take(step, nearest(step, byKey.get(step.key)), 'id');
  for (const [step, ids] of await answerIds(tape, steps))
    take(
      step,
      nearest(
        step,
        ids.flatMap((id) => byKey.get(id) ?? []),
      ),
      'id',
    );
  const byCall = Map.groupBy(
    captured.flatMap((one) => one.calls.map((call) => ({ call, one }))),
    ({ call }) => call,
  );
  const called = ({ calls }: Known): Known[] => calls.flatMap((call) => byCall.get(call)?.map(({ one }) => one) ?? []);
  for (const step of steps) take(step, nearest(step, called(step)), 'call');
  await joinByText(catalog, tape, steps, captured, joins, take);
  const unnamed = new Set(captures.flatMap(({ id, session }) => (session === null ? [id] : [])));
  joinByTokens(
    steps,
    captured.filter((one) => unnamed.has(one.tape)),
    joins,
    take,
  );
  return joins;
};

/** The ids that the records of answers have, where the format's steps go by other keys; of a step that failed, those of its other records. */
const answerIds = async (tape: TapeRow, steps: readonly Known[]): Promise<Map<Known, string[]>> => {
  const { answerId } = formatById(tape.format);
  if (answerId === undefined) return new Map();
  const rows = steps.flatMap((step) => (step.answers.length > 0 ? step.answers : step.others).map((row) => ({ step, row })));
  const records = await loadWhatIsThere(
    tape,
    rows.map(({ row }) => row),
  );
  const ids = new Map<Known, string[]>();
  for (const [at, { step }] of rows.entries()) {
    const id = records[at] ? answerId(records[at]) : null;
    if (id !== null) ids.set(step, [...(ids.get(step) ?? []), id]);
  }
  return ids;
};

/** If several have one id, such as two captures of one session, the one that was sent at the time of the step. */
const nearest = ({ time }: Known, found: readonly Known[] | undefined): Known | undefined => {
  const away = (one: Known): number => (time === null || one.time === null ? Number.POSITIVE_INFINITY : Math.abs(one.time - time));
  return found?.reduce<Known | undefined>((best, one) => (best === undefined || away(one) < away(best) ? one : best), undefined);
};

type Take = (one: Known, other: Known | undefined, by: Join['by']) => void;

/** Answers of the same words are joined in their order, where both sides have as many of them. */
const joinByText = async (
  catalog: Catalog,
  tape: TapeRow,
  steps: readonly Known[],
  captured: readonly Known[],
  joins: ReadonlyMap<number, Join>,
  take: Take,
): Promise<void> => {
  const used = new Set([...joins.values()].map((join) => `${join.tape} ${join.step}`));
  const ours = await byWords(
    tape,
    steps.filter(({ step, words }) => !joins.has(step) && words.length > 0),
  );
  if (ours.size === 0) return;
  const free = captured.filter((one) => !used.has(`${one.tape} ${one.step}`) && one.words.length > 0);
  const theirs = new Map<string, Known[]>();
  for (const [id, some] of Map.groupBy(free, (one) => one.tape))
    for (const [words, found] of await byWords(catalog.tape(id), some)) theirs.set(words, [...(theirs.get(words) ?? []), ...found]);
  for (const [words, own] of ours) {
    const other = theirs.get(words) ?? [];
    if (other.length === own.length) for (const [at, one] of own.entries()) take(one, other[at], 'text');
  }
};

/** An answer may take this long: a log records when it came, a capture when it was asked for. */
const ANSWERED = 15 * 60_000;

/** Agents that name no session give calls other ids than those that were sent. What is left of them is joined where one step and one request alone have the same tokens at about the same time. */
const joinByTokens = (steps: readonly Known[], captured: readonly Known[], joins: ReadonlyMap<number, Join>, take: Take): void => {
  const used = new Set([...joins.values()].map((join) => `${join.tape} ${join.step}`));
  const ours = Map.groupBy(
    steps.filter(({ step }) => !joins.has(step)),
    ({ size }) => size,
  );
  const theirs = Map.groupBy(
    captured.filter(({ tape, step }) => !used.has(`${tape} ${step}`)),
    ({ size }) => size,
  );
  for (const [size, [one, ...others]] of ours) {
    const [other, ...more] = theirs.get(size) ?? [];
    if (size === null || one?.time == null || other?.time == null || others.length + more.length > 0) continue;
    if (one.time >= other.time - SLACK && one.time <= other.time + ANSWERED) take(one, other, 'tokens');
  }
};

const byWords = async (tape: TapeRow, steps: readonly Known[]): Promise<Map<string, Known[]>> => {
  const { text } = formatById(tape.format);
  const rows = steps.flatMap(({ words }) => words);
  const records = await loadWhatIsThere(tape, rows);
  const said = new Map(rows.map((row, at) => [row.seq, records[at] ? text(records[at]).trim() : '']));
  const found = new Map<string, Known[]>();
  for (const step of steps) {
    const words = step.words
      .map(({ seq }) => said.get(seq) ?? '')
      .filter((one) => one !== '')
      .join('\n');
    if (words !== '') found.set(words, [...(found.get(words) ?? []), step]);
  }
  return found;
};

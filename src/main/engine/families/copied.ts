import type { TapeRow, Usage } from '../../../shared/model/index.ts';
import { type Db, PAGES } from '../database/schema.ts';
import { unsealText } from '../database/seal.ts';
import { CAPTURED } from '../formats/abouts.ts';
import { STEP_LAYOUT, StepFlag, type StepText } from '../pages/rows.ts';
import { addSpent, type CopiedSums, dollarsBy, newSpent } from '../pages/spent.ts';

/** What decides which of several tapes counts a request. */
interface Holder {
  tape: number;
  path: string;
  located: string | null;
  started: number | null;
  copy: string | null;
  copied: string | null;
  /** What a recorder kept of the requests of another tape: that one counts them. */
  captured: 0 | 1;
}

const HOLDER = `SELECT t.tape, s.path, t.located, t.started, t.copy, t.copied, s.format = '${CAPTURED}' AS captured
  FROM tapes t JOIN sources s USING (tape)`;

/** Tapes of one session, or of one that started it, of which either was captured and the other was logged. */
const SAME_SESSION = `SELECT other.tape FROM tapes own JOIN sources mine USING (tape) LEFT JOIN tapes above ON above.tape = own.parent
  JOIN tapes other ON other.session IN (own.session, above.session) AND other.tape <> own.tape JOIN sources its ON its.tape = other.tape
  WHERE own.tape = ? AND (mine.format = '${CAPTURED}') <> (its.format = '${CAPTURED}')`;

const statements = (db: Db) => ({
  one: db.prepare<[number], Holder>(`${HOLDER} WHERE t.tape = ?`),
  // Tapes that share entries share some of the ids that the catalog keeps of each.
  kin: db.prepare<[number], Holder>(
    `${HOLDER} WHERE t.tape IN (SELECT other.tape FROM heads own JOIN heads other ON other.hash = own.hash AND other.tape <> own.tape WHERE own.tape = ?)`,
  ),
  // One look into the index for each is a fifth of a query for each, and most tapes share none.
  shared: db
    .prepare<[number], bigint>(
      'SELECT hash FROM heads own WHERE tape = ? AND EXISTS (SELECT 1 FROM heads other WHERE other.hash = own.hash AND other.tape <> own.tape)',
    )
    .pluck()
    .safeIntegers(),
  session: db.prepare<[number], number>(SAME_SESSION).pluck(),
  tapes: db.prepare<[bigint], number>('SELECT tape FROM heads WHERE hash = ?').pluck(),
  pages: db.prepare<[number, number], { data: Buffer; text: string }>(
    'SELECT data, text FROM step_pages WHERE id >= ? AND id < ? ORDER BY id',
  ),
  set: db.prepare<[string | null, number]>('UPDATE tapes SET copied = ? WHERE tape = ?'),
});

type Statements = ReturnType<typeof statements>;

const kept = new WeakMap<Db, Statements>();

const statementsOf = (db: Db): Statements => {
  const known = kept.get(db) ?? statements(db);
  kept.set(db, known);
  return known;
};

/** Tapes that hold entries of this one, or requests. */
export function holdersOf(db: Db, tape: number): number[] {
  const sql = statementsOf(db);
  return [...sql.kin.all(tape).map((holder) => holder.tape), ...sql.session.all(tape)];
}

/**
 * Finds the steps of these tapes that were copied along from another one, so that a sum over tapes counts each request once. Tapes that share
 * entries, directly or by way of others, are looked at together, each once, however many there are. Answers the tapes of which something else is
 * known now.
 */
export function settleCopied(db: Db, changed: readonly number[]): number[] {
  const sql = statementsOf(db);
  const seen = new Set<number>();
  return changed.flatMap((tape) => (seen.has(tape) ? [] : settleGroup(sql, groupOf(sql, tape, seen))));
}

/** The tapes that hang together with this one by the ids that they share. Each id and each tape is looked up once. */
const groupOf = (sql: Statements, tape: number, seen: Set<number>): number[] => {
  const group = [tape];
  const hashes = new Set<bigint>();
  const take = (other: number): void => {
    if (seen.has(other)) return;
    seen.add(other);
    group.push(other);
  };
  seen.add(tape);
  for (const one of group) {
    for (const hash of sql.shared.all(one)) {
      if (hashes.has(hash)) continue;
      hashes.add(hash);
      for (const other of sql.tapes.all(hash)) take(other);
    }
    for (const other of sql.session.all(one)) take(other);
  }
  return group;
};

const settleGroup = (sql: Statements, group: readonly number[]): number[] => {
  const holders = group.flatMap((tape) => sql.one.get(tape) ?? []).toSorted(rank);
  if (holders.length === 1 && holders[0]?.copied === null) return [];
  const known = new Set<string>();
  const told: number[] = [];
  for (const self of holders) {
    const steps = [...stepsOf(sql, self.tape)];
    const copied = holders.length === 1 ? null : JSON.stringify(sumOf(self, steps, known));
    for (const step of steps) known.add(nameOf(step)).add(askedName(step));
    if (copied === self.copied) continue;
    sql.set.run(copied, self.tape);
    told.push(self.tape);
  }
  return told;
};

/** A copy that says so comes last; of others the one that began first counts, or the first by its path: any will do, if it is always the same. */
const rank = (a: Holder, b: Holder): number =>
  a.captured - b.captured ||
  Number(a.copy !== null) - Number(b.copy !== null) ||
  Number(a.located !== null) - Number(b.located !== null) ||
  (a.started ?? 0) - (b.started ?? 0) ||
  (a.path < b.path ? -1 : 1);

const sumOf = (self: Holder, steps: readonly Step[], known: ReadonlySet<string>): CopiedSums => {
  const sum = { steps: 0, usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }, cost: 0 };
  const spent = newSpent();
  const sizes = (JSON.parse(self.copy ?? '{}') as NonNullable<TapeRow['copy']>).sizes;
  for (const step of steps) {
    if (step.counted === false || !known.has(self.captured === 1 ? askedName(step) : nameOf(step))) continue;
    sum.steps += 1;
    // Sizes that are no sizes of this tape are none of its usage as it is.
    const foreign = sizes && step.first >= sizes.from && step.first < sizes.to;
    const usage = foreign ? { input: 0, output: step.usage.output, cacheRead: 0, cacheWrite: 0 } : step.usage;
    for (const name of ['input', 'output', 'cacheRead', 'cacheWrite'] as const) sum.usage[name] += usage[name];
    sum.cost += step.cost ?? 0;
    addSpent(spent, { ...step, usage });
  }
  return { ...sum, spent: [...spent.values()] };
};

interface Step {
  key: string;
  first: number;
  usage: Usage;
  time: number;
  model: string | null;
  silent: boolean;
  failed: boolean;
  cost: number | null;
  /** Not where the reader knew already that it was made elsewhere. */
  counted: boolean;
}

/** A request by its id and what it used: some servers give one id again and again. */
const nameOf = ({ key, usage }: Step): string => `${key} ${usage.input} ${usage.output} ${usage.cacheRead} ${usage.cacheWrite}`;

/** The same without its answer, of which a log may have less than was sent. */
const askedName = ({ key, usage }: Step): string => `${key} ${usage.input} ${usage.cacheRead} ${usage.cacheWrite}`;

/** Steps of a tape by the ids of their requests; those without ids are none. */
function* stepsOf(sql: Statements, tape: number): Generator<Step> {
  for (const page of sql.pages.all(tape * PAGES, (tape + 1) * PAGES)) {
    const cols = STEP_LAYOUT.views(STEP_LAYOUT.unpack(page.data));
    const { keys, models, costs } = JSON.parse(unsealText(page.text)) as StepText;
    const dollars = dollarsBy(costs);
    for (const [at, key] of keys.entries()) {
      if (!key) continue;
      const of = (name: 'input' | 'output' | 'cacheRead' | 'cacheWrite'): number => cols[name][at] || 0;
      yield {
        ...{ key, first: cols.first[at] ?? 0, counted: ((cols.flags[at] ?? 0) & StepFlag.Shared) === 0 },
        ...{ time: cols.time[at] ?? Number.NaN, model: models[(cols.model[at] ?? 0) - 1] ?? null, cost: dollars.get(at) ?? null },
        ...{ silent: Number.isNaN(cols.input[at]), failed: ((cols.flags[at] ?? 0) & StepFlag.Failed) !== 0 },
        usage: {
          ...{ input: of('input'), output: of('output'), cacheRead: of('cacheRead'), cacheWrite: of('cacheWrite') },
          cacheWriteHour: cols.cacheHour[at] || 0,
        },
      };
    }
  }
}

import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { type Db, PAGES } from '../database/schema.ts';
import { CatalogDamage, unsealText } from '../database/seal.ts';
import type { TapeState } from '../linking/state.ts';
import { PAGE } from '../pages/columns.ts';
import { ENTRY_LAYOUT, type EntryPage, type EntryText, STEP_LAYOUT, StepFlag, type StepPage, type StepText } from '../pages/rows.ts';
import { type ReadableEntries, readable } from '../pages/rows-of.ts';

/** What every question about a tape begins with. */
export interface Head {
  tape: number;
  id: string;
  rev: number;
  state: TapeState;
  kinds: string[];
}

export interface StepsRead {
  cols: StepPage['cols'];
  text: StepText;
}

/** Reads heads and pages, and keeps those that were asked for last while their tape stays as it is. */
export interface Pager {
  /** By id or a unique start of one. Throws TapeError('not-found'). */
  head(id: string): Head;
  entries(head: Head, seq: number): ReadableEntries;
  steps(head: Head, step: number): StepsRead;
  /** Columns alone, page by page from the page of entry `from` on, without keeping them. Good for one look each. */
  entryColumns(head: Head, from: number): Generator<{ first: number; cols: EntryPage['cols'] }>;
  stepColumns(head: Head, from: number): Generator<{ first: number; cols: StepPage['cols'] }>;
}

/** Pages kept: about 30 MB. */
const KEPT = 600;

/** Takes from a copy's steps the sizes that its source recorded for other contexts; what they wrote stays recorded. */
const ownSizes = ({ state }: Head, cols: StepPage['cols']): StepPage['cols'] => {
  const { sizes } = state.facts.copy ?? {};
  if (sizes === undefined) return cols;
  for (const [at, first] of cols.first.entries()) {
    if (first < sizes.from || first >= sizes.to) continue;
    cols.flags[at] = (cols.flags[at] ?? 0) | StepFlag.Borrowed;
    if (!Number.isNaN(cols.input[at])) for (const name of ['input', 'cacheRead', 'cacheWrite'] as const) cols[name][at] = 0;
  }
  return cols;
};

/** A small cache: what was not used for longest goes first. */
const createCache = <T>() => {
  const kept = new Map<string, { rev: number; value: T }>();
  return (key: string, rev: number, make: () => T): T => {
    const found = kept.get(key);
    kept.delete(key);
    const entry = found?.rev === rev ? found : { rev, value: make() };
    kept.set(key, entry);
    const [oldest] = kept.size > KEPT ? kept.keys() : [];
    if (oldest !== undefined) kept.delete(oldest);
    return entry.value;
  };
};

/** Reads over one connection. Entries and steps that are not stored throw TapeError('not-found'). */
export function createPager(db: Db): Pager {
  const find = db.prepare<[string, string], { tape: number; id: string; rev: number }>(
    'SELECT tape, id, rev FROM sources WHERE id >= ? AND id < ? LIMIT 2',
  );
  const stateOf = db.prepare<[number], string>('SELECT state FROM sources WHERE tape = ?').pluck();
  const entryPage = db.prepare<[number], { data: Buffer; text: string }>('SELECT data, text FROM entry_pages WHERE id = ?');
  const entryData = db.prepare<[number, number], { id: number; data: Buffer }>(
    'SELECT id, data FROM entry_pages WHERE id >= ? AND id < ? ORDER BY id',
  );
  const stepData = db.prepare<[number, number], { id: number; data: Buffer }>(
    'SELECT id, data FROM step_pages WHERE id >= ? AND id < ? ORDER BY id',
  );
  const stepPage = db.prepare<[number], { data: Buffer; text: string }>('SELECT data, text FROM step_pages WHERE id = ?');
  const heads = createCache<Head>();
  const entryCache = createCache<ReadableEntries>();
  const stepCache = createCache<StepsRead>();
  let last: { tape: number; rev: number; no: number; page: ReadableEntries } | null = null;
  const missing = (what: string) => new TapeError('not-found', `${what} is not in the catalog.`);
  const revision = db.prepare<[number], number>('SELECT rev FROM sources WHERE tape = ?').pluck();
  /** A row that should be there is damage, unless its tape was changed meanwhile. */
  const gone = (head: Head, what: string, due: boolean): Error =>
    due && revision.get(head.tape) === head.rev ? new CatalogDamage(`${what} is missing`) : missing(what);
  /** The pages of a tape from page `no` on. All of them are there. */
  function* whole(head: Head, no: number, rows: number, pages: typeof entryData): Generator<{ id: number; data: Buffer }> {
    let next = head.tape * PAGES + no;
    for (const page of pages.iterate(next, (head.tape + 1) * PAGES)) {
      if (page.id !== next) break;
      next += 1;
      yield page;
    }
    const end = head.tape * PAGES + Math.ceil(rows / PAGE);
    if (next < end && no * PAGE < rows) throw gone(head, `A page of tape ${head.id}`, true);
  }
  return {
    head(id) {
      const [found, other] = id === '' ? [] : find.all(id, `${id}g`);
      if (!found) throw missing(`The tape ${id}`);
      if (other && found.id !== id) throw new TapeError('not-found', `Several tapes begin with ${id}; give more of the id.`);
      return heads(found.id, found.rev, () => {
        const state = JSON.parse(unsealText(stateOf.get(found.tape))) as TapeState;
        return { ...found, state, kinds: state.kinds.map(([name]) => name) };
      });
    },
    entries(head, seq) {
      const no = Math.floor((seq - 1) / PAGE);
      // Rows are asked for in runs.
      if (last?.no === no && last.tape === head.tape && last.rev === head.rev) return last.page;
      const page = entryCache(`${head.tape}/${no}`, head.rev, () => {
        const page = entryPage.get(head.tape * PAGES + no);
        if (!page) throw gone(head, `Entry ${seq} of tape ${head.id}`, seq <= head.state.entries);
        return readable(ENTRY_LAYOUT.views(ENTRY_LAYOUT.unpack(page.data)), JSON.parse(unsealText(page.text)) as EntryText);
      });
      last = { tape: head.tape, rev: head.rev, no, page };
      return page;
    },
    *entryColumns(head, from) {
      const no = Math.floor((from - 1) / PAGE);
      for (const { id, data } of whole(head, no, head.state.entries, entryData)) {
        yield { first: (id - head.tape * PAGES) * PAGE + 1, cols: ENTRY_LAYOUT.views(ENTRY_LAYOUT.unpack(data)) };
      }
    },
    *stepColumns(head, from) {
      const no = Math.floor((from - 1) / PAGE);
      for (const { id, data } of whole(head, no, head.state.steps, stepData)) {
        yield { first: (id - head.tape * PAGES) * PAGE + 1, cols: ownSizes(head, STEP_LAYOUT.views(STEP_LAYOUT.unpack(data))) };
      }
    },
    steps(head, step) {
      const no = Math.floor((step - 1) / PAGE);
      return stepCache(`${head.tape}/${no}`, head.rev, () => {
        const page = stepPage.get(head.tape * PAGES + no);
        if (!page) throw gone(head, `Step ${step} of tape ${head.id}`, step <= head.state.steps);
        return {
          cols: ownSizes(head, STEP_LAYOUT.views(STEP_LAYOUT.unpack(page.data))),
          text: JSON.parse(unsealText(page.text)) as StepText,
        };
      });
    },
  };
}

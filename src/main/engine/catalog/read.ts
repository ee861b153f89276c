import { isAgentTape } from '../../../shared/library/names.ts';
import type { BranchClass, EntryRow, Problem, Receipt, Stats, TapeRow } from '../../../shared/model/index.ts';
import { BRANCH_CLASSES } from '../../../shared/model/vocabulary.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { preparingLate } from '../database/late.ts';
import type { Db } from '../database/schema.ts';
import type { SourceRow } from '../database/source-row.ts';
import { createToolIndex } from '../linking/tool-index.ts';
import { usedBy } from '../linking/used.ts';
import { PAGE } from '../pages/columns.ts';
import { ownUsage } from '../pages/own-usage.ts';
import { entryRow, stepRow, type TapeSql, tapeRow } from '../pages/rows-of.ts';
import { createAnchors } from './anchors.ts';
import { curveOf } from './curve.ts';
import { createPager, type Head, type Pager } from './heads.ts';
import { createListed } from './kept-rows.ts';
import { listTapes } from './list.ts';
import { createOutlays } from './outlay.ts';
import { createOverview } from './overview.ts';
import { createIdLookup, createLabelled, createRuns } from './phase-columns.ts';
import { createLandmarks, createTimeline, type Landmarks } from './timeline.ts';
import { toolCallsOf } from './tool-calls.ts';
import type { Catalog } from './types.ts';

/** Counts for `tape stats`: linking has kept them, nothing is counted here. */
function createStats(db: Db) {
  const lines = db.prepare<[number], number>('SELECT total - blank FROM sources WHERE tape = ?').pluck();
  const copies = db.prepare<[number], { shared: string | null; copied: string | null }>('SELECT shared, copied FROM tapes WHERE tape = ?');
  return ({ state, tape }: Head): Stats => {
    const classes = Object.fromEntries(BRANCH_CLASSES.map((name, at) => [name, state.branches[at] ?? 0])) as Record<BranchClass, number>;
    return {
      lines: lines.get(tape) ?? 0,
      entries: state.entries,
      entriesByKind: Object.fromEntries(state.kinds.filter(([, count]) => count > 0)),
      nodes: state.nodes,
      roots: state.roots,
      leaves: state.nodes - state.parents,
      branchPoints: { total: state.branchPoints, ...classes },
      toolCalls: state.tools.calls,
      toolResults: state.tools.results,
      callsWithoutResult: state.tools.calls - state.tools.both,
      resultsWithoutCall: state.tools.results - state.tools.both,
      danglingParents: state.dangling,
      steps: state.steps,
      ...ownUsage(usedBy(state), copies.get(tape) ?? { shared: null, copied: null }),
    };
  };
}

const TAPE_SQL = `
  SELECT t.tape, s.id, s.format, s.path, t.project, t.title, t.session, t.writer, t.writers, t.model, t.started, t.ended, s.size, t.entries, t.steps,
    t.input, t.output, t.cache_read, t.cache_write, t.branches, t.anchors, t.compactions, t.failed, s.unreadable, s.repaired,
    p.id AS parent_id, t.relation, t.caller, s.text_to, s.mtime, t.native, t.merged, t.copy, t.shared, t.copied, t.cost, t.likely
  FROM tapes t JOIN sources s USING (tape) LEFT JOIN sources p ON p.tape = t.parent`;

/** The read side of the catalog over one connection. A tape or step that is not there throws TapeError('not-found'); entries are left out. */
export function createCatalog(connection: Db): Catalog {
  const db = preparingLate(connection);
  const pager = createPager(db);
  const anchorsOf = createAnchors(db);
  return {
    ...tapeReads(db, pager),
    spent: createOutlays(db),
    ...entryReads(db, pager),
    ...stepReads(pager),
    anchors: (tape) => anchorsOf(pager.head(tape)),
    ...receiptReads(db, pager),
    ...timelineReads(db, pager, createLandmarks(db, pager, anchorsOf)),
    ...runReads(db, pager),
  };
}

const runReads = (
  db: Db,
  pager: Pager,
): Pick<Catalog, 'revision' | 'entryRuns' | 'stepRuns' | 'stepKeys' | 'kindNames' | 'seqsOf' | 'labelled' | 'toolCalls' | 'curve'> => {
  const runs = createRuns(pager);
  const seqs = createIdLookup(db, pager);
  const labelled = createLabelled(db, pager);
  const sources = db.prepare<[], string>("SELECT count(*) || '/' || coalesce(max(tape), 0) FROM sources").pluck();
  return {
    revision(tape) {
      const { id, rev } = pager.head(tape);
      return `${id}:${rev}:${sources.get()}`;
    },
    entryRuns: (tape) => runs.entryRuns(pager.head(tape)),
    stepRuns: (tape) => runs.stepRuns(pager.head(tape)),
    stepKeys: (tape) => runs.stepKeys(pager.head(tape)),
    kindNames: (tape) => pager.head(tape).kinds,
    seqsOf: (tape, ids) => seqs(pager.head(tape), ids),
    labelled: (tape, label) => labelled(pager.head(tape), label),
    curve: (tape) => curveOf(pager, pager.head(tape.id), isAgentTape(tape)),
    toolCalls: (tape, from) => toolCallsOf(pager, pager.head(tape), from),
  };
};

const timelineReads = (db: Db, pager: Pager, landmarks: Landmarks): Pick<Catalog, 'stats' | 'timeline' | 'overview'> => {
  const stats = createStats(db);
  const timeline = createTimeline(pager, landmarks);
  const overview = createOverview(pager, landmarks);
  return {
    stats: (tape) => stats(pager.head(tape)),
    timeline: (tape, from, fromStep, rows) => timeline(pager.head(tape), from, fromStep, rows),
    overview: (tape) => overview(pager.head(tape)),
  };
};

const tapeReads = (db: Db, pager: Pager): Pick<Catalog, 'tapes' | 'listed' | 'list' | 'tape' | 'related' | 'subagents'> => {
  const listed = createListed(db, TAPE_SQL);
  const one = db.prepare<[number], TapeSql>(`${TAPE_SQL} WHERE t.tape = ?`);
  const related = db.prepare<{ tape: number }, TapeSql>(`${TAPE_SQL}
    WHERE t.tape <> @tape AND (t.parent = @tape OR t.tape = (SELECT parent FROM tapes WHERE tape = @tape)
      OR t.session = (SELECT session FROM tapes WHERE tape = @tape)
      OR t.relation = 'fork' AND t.parent = (SELECT parent FROM tapes WHERE tape = @tape AND relation = 'fork')) ORDER BY t.started, s.id`);
  const subagents = db.prepare<[number], TapeSql>(`${TAPE_SQL} WHERE t.parent = ? AND t.relation = 'sub-agent' ORDER BY t.started, s.id`);
  const rows = (found: TapeSql[]): TapeRow[] => {
    const now = Date.now();
    return found.map((row) => tapeRow(row, now));
  };
  return {
    listed,
    tapes: () => [...listed().sorted('newest')],
    list(listing) {
      const { items, total } = listTapes<TapeSql>(db, TAPE_SQL, listing);
      return { items: rows(items), total };
    },
    tape(id) {
      const row = one.get(pager.head(id).tape);
      if (!row) throw new TapeError('not-found', `The tape ${id} is not in the catalog.`);
      return tapeRow(row, Date.now());
    },
    related: (id) => rows(related.all({ tape: pager.head(id).tape })),
    subagents: (id) => rows(subagents.all(pager.head(id).tape)),
  };
};

const entryAt = (pager: Pager, head: Head, seq: number): EntryRow => entryRow(pager.entries(head, seq), seq, head.kinds);

const entryReads = (
  db: Db,
  pager: Pager,
): Pick<Catalog, 'entries' | 'entriesAt' | 'page' | 'children' | 'tool' | 'named' | 'corrections'> => {
  const corrections = db
    .prepare<[number, number], number>('SELECT seq FROM corrections WHERE tape = ? AND target = ? ORDER BY seq')
    .pluck();
  const tools = createToolIndex(db);
  return {
    entries(id, from, to) {
      const head = pager.head(id);
      const rows: EntryRow[] = [];
      for (let seq = Math.max(1, from); seq < Math.min(to, head.state.entries + 1); seq++) rows.push(entryAt(pager, head, seq));
      return rows;
    },
    entriesAt(id, seqs) {
      const head = pager.head(id);
      return seqs.filter((seq) => Number.isInteger(seq) && seq >= 1 && seq <= head.state.entries).map((seq) => entryAt(pager, head, seq));
    },
    page: (id, from, limit, kinds) => pageOf(pager, pager.head(id), from, limit, kinds),
    children(id, seq) {
      const head = pager.head(id);
      if (seq < 1 || seq > head.state.entries) throw new TapeError('not-found', `Tape ${head.id} has no entry ${seq}.`);
      const rows: EntryRow[] = [];
      const next = (at: number, column: 'firstChild' | 'nextSibling') => pager.entries(head, at).cols[column][(at - 1) % PAGE] ?? 0;
      for (let child = next(seq, 'firstChild'); child > 0; child = next(child, 'nextSibling')) rows.push(entryAt(pager, head, child));
      return rows;
    },
    corrections: (id, seq) => corrections.all(pager.head(id).tape, seq),
    named(id, name) {
      const head = pager.head(id);
      return tools.seqs(head.tape, name).map((seq) => entryAt(pager, head, seq));
    },
    tool(id, call) {
      const head = pager.head(id);
      const rows = tools.seqs(head.tape, call).map((seq) => entryAt(pager, head, seq));
      const seqs = (side: 'calls' | 'results') => rows.filter((row) => row[side].includes(call)).map((row) => row.seq);
      return { calls: seqs('calls'), results: seqs('results') };
    },
  };
};

const pageOf = (pager: Pager, head: Head, from: number, limit: number, kinds?: readonly string[]) => {
  const { state } = head;
  const first = Math.max(1, from);
  if (kinds === undefined) {
    const items: EntryRow[] = [];
    for (let seq = first; seq <= state.entries && items.length < limit; seq++) items.push(entryAt(pager, head, seq));
    return { items, total: state.entries };
  }
  const wanted = new Set(kinds);
  const items = seqsOf(pager, head, first, limit, wanted).map((seq) => entryAt(pager, head, seq));
  return { items, total: state.kinds.reduce((sum, [name, count]) => sum + (wanted.has(name) ? count : 0), 0) };
};

/** Entries of some kinds, found by looking at nothing but one column. */
const seqsOf = (pager: Pager, head: Head, from: number, limit: number, kinds: ReadonlySet<string>): number[] => {
  const wanted = head.kinds.map((name) => kinds.has(name));
  const found: number[] = [];
  if (from > head.state.entries || !wanted.includes(true)) return found;
  for (const { first, cols } of pager.entryColumns(head, from)) {
    const end = Math.min(first + PAGE, head.state.entries + 1);
    for (let seq = Math.max(first, from); seq < end; seq++) {
      if (wanted[cols.kind[seq - first] ?? 0] !== true) continue;
      found.push(seq);
      if (found.length === limit) return found;
    }
  }
  return found;
};

const stepReads = (pager: Pager): Pick<Catalog, 'steps' | 'step'> => {
  const at = (head: Head, step: number) => {
    const page = pager.steps(head, step);
    return stepRow(page.cols, page.text, step);
  };
  return {
    steps(id, from, limit) {
      const head = pager.head(id);
      const last = Math.min(head.state.steps, Math.max(1, from) + limit - 1);
      const items = [];
      for (let step = Math.max(1, from); step <= last; step++) items.push(at(head, step));
      return { items, total: head.state.steps };
    },
    step(id, step) {
      const head = pager.head(id);
      if (step < 1 || step > head.state.steps) {
        throw new TapeError('not-found', `Tape ${head.id} has ${head.state.steps} steps; there is no step ${step}.`);
      }
      return at(head, step);
    },
  };
};

const receiptReads = (db: Db, pager: Pager): Pick<Catalog, 'receipt' | 'receipts' | 'problems'> => {
  const source = db.prepare<[number], SourceRow>('SELECT * FROM sources WHERE tape = ?');
  // Without the state of the linking, which is the bulk of a short source's row and tells a receipt nothing that its tape's row does not.
  const told = db.prepare<[string], ReceiptRow & { entries: number }>(
    `SELECT s.id, s.path, s.format, s.size, s.offset, s.waiting, s.total, s.with_entries, s.noted, s.blank, s.unreadable, s.repaired, s.unknown, s.reread, s.notes,
       t.entries FROM sources s JOIN tapes t USING (tape) WHERE s.id = ?`,
  );
  const problems = db.prepare<[number, number], Problem>(
    'SELECT line, offset, length, outcome, reason FROM problems WHERE tape = ? ORDER BY no LIMIT ?',
  );
  const count = db.prepare<[number], number>('SELECT count(*) FROM problems WHERE tape = ?').pluck();
  return {
    receipt(id) {
      const head = pager.head(id);
      const row = source.get(head.tape);
      if (!row) throw new TapeError('not-found', `The tape ${id} is not in the catalog.`);
      return receiptOf(row, head.state.entries);
    },
    receipts: (ids) =>
      ids.map((id) => {
        const row = told.get(id);
        if (!row) throw new TapeError('not-found', `The tape ${id} is not in the catalog.`);
        return receiptOf(row, row.entries);
      }),
    problems(id, limit) {
      const { tape } = pager.head(id);
      return { items: problems.all(tape, limit), total: count.get(tape) ?? 0 };
    },
  };
};

type ReceiptRow = Omit<SourceRow, 'tape' | 'mtime' | 'inode' | 'open' | 'head' | 'tail' | 'state' | 'text_to' | 'rev'>;

const receiptOf = (row: ReceiptRow, entries: number): Receipt => {
  const notes: string[] = JSON.parse(row.notes);
  if (row.waiting > 0) notes.push(`The last line is still being written: ${row.waiting} bytes wait for its end.`);
  const toCome = row.format === 'native' ? 0 : Math.max(0, row.size - row.offset - row.waiting);
  if (toCome > 0) notes.push(`It is still being read: ${toCome} bytes are to come.`);
  return {
    file: row.path,
    format: row.format,
    bytes: row.offset,
    waiting: row.waiting,
    toCome,
    lines: {
      total: row.total,
      withEntries: row.with_entries,
      ...(row.noted > 0 && { noted: row.noted }),
      blank: row.blank,
      unreadable: row.unreadable,
      repaired: row.repaired,
    },
    entries,
    unknownTypes: JSON.parse(row.unknown),
    tape: row.id,
    reread: row.reread,
    notes,
  };
};

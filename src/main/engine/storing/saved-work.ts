import { dirname } from 'node:path';
import type { Problem, Relation } from '../../../shared/model/index.ts';
import { BRANCH_CLASSES } from '../../../shared/model/vocabulary.ts';
import { tapeId } from '../bytes/ids.ts';
import { plainPath } from '../bytes/packed.ts';
import { plucked, prepared } from '../database/prepared.ts';
import { type Db, PAGES, TAPE_TABLES } from '../database/schema.ts';
import { sealText, unsealText } from '../database/seal.ts';
import type { SourceRow } from '../database/source-row.ts';
import { dissolve } from '../families/kin.ts';
import type { Facts } from '../formats/format.ts';
import { nameBlock } from '../linking/repeat-names.ts';
import { type AnchorState, newOutbox, newWork, type TapeState, type Work } from '../linking/state.ts';
import { ANSWERED, ISSUED, knowCall, storeTools } from '../linking/tool-index.ts';
import { usedBy } from '../linking/used.ts';
import { PAGE, type PageStore } from '../pages/columns.ts';
import { decodeIds } from '../pages/id-column.ts';
import { addId, hashId } from '../pages/id-index.ts';
import type { EntryText } from '../pages/rows.ts';
import { dollarsBy, spentIn } from '../pages/spent.ts';

/** By its real path; undefined for one that is not in the catalog. */
export function sourceByPath(db: Db, path: string): SourceRow | undefined {
  return prepared<[string], SourceRow>(db, 'SELECT * FROM sources WHERE path = ?').get(path);
}

/** The same log by its tape's id: in the file of that path, or in the other one that it is in where it was compressed or unpacked since. */
export function sourceOf(db: Db, path: string): SourceRow | undefined {
  const known = sourceByPath(db, path) ?? prepared<[string], SourceRow>(db, 'SELECT * FROM sources WHERE id = ?').get(tapeId(path));
  return known && plainPath(known.path) === plainPath(path) ? known : undefined;
}

const optional = (sealed: string | undefined): string | undefined => (sealed === undefined ? undefined : unsealText(sealed));

/** Reads the number of the tape when it is asked: a new source gets its number with its first pages. */
const pageStore = (db: Db, table: 'entry_pages' | 'step_pages', source: SourceRow): PageStore => {
  const data = plucked<[number], Buffer>(db, `SELECT data FROM ${table} WHERE id = ?`);
  const text = plucked<[number], string>(db, `SELECT text FROM ${table} WHERE id = ?`);
  return {
    data: (no) => (source.tape === 0 ? undefined : data.get(source.tape * PAGES + no)),
    text: (no) => (source.tape === 0 ? undefined : optional(text.get(source.tape * PAGES + no))),
  };
};

/** A tape as it was left, ready to be linked on. Reads the ids and step keys of the whole tape. */
export function loadWork(db: Db, source: SourceRow): Work {
  const work = newWork(pageStore(db, 'entry_pages', source), pageStore(db, 'step_pages', source));
  if (source.state === '') return work;
  work.state = JSON.parse(unsealText(source.state)) as TapeState;
  loadEntryNames(db, source.tape, work);
  loadStepKeys(db, source.tape, work);
  const anchors = plucked<[number], string>(db, 'SELECT detail FROM anchors WHERE tape = ? ORDER BY no');
  work.anchors = anchors.all(source.tape).map((detail) => JSON.parse(unsealText(detail)) as AnchorState);
  const { tails } = work.state;
  for (const [tail, boundaries] of tails) work.tails.set(tail, boundaries);
  for (const [key, calls] of work.state.pending) work.pending.set(key, calls);
  return work;
}

const texts = (db: Db, table: 'entry_pages' | 'step_pages', tape: number): IterableIterator<{ id: number; text: string }> =>
  db
    .prepare<[number, number], { id: number; text: string }>(`SELECT id, text FROM ${table} WHERE id >= ? AND id < ? ORDER BY id`)
    .iterate(tape * PAGES, (tape + 1) * PAGES);

const loadEntryNames = (db: Db, tape: number, work: Work): void => {
  for (const { id, text } of texts(db, 'entry_pages', tape)) {
    const base = (id - tape * PAGES) * PAGE;
    const { ids, dangling, calls, results, blocks, sends = [] } = JSON.parse(unsealText(text)) as EntryText;
    for (const name of calls.ids) knowCall(work.calls, name, ISSUED);
    for (const name of results.ids) knowCall(work.calls, name, ANSWERED);
    decodeIds(ids).forEach((name, row) => {
      if (name !== null) addId(work.ids, name, hashId(name), base + row + 1);
    });
    for (const [at, row] of (blocks?.rows ?? []).entries()) nameBlock(work.repeats, blocks?.ids[at] ?? '', base + row + 1);
    for (const [row, sent] of sends) work.repeats.sends.set(base + row + 1, sent);
    for (const [row, parent] of dangling) {
      const children = work.waiting.get(parent);
      if (children) children.push(base + row + 1);
      else work.waiting.set(parent, [base + row + 1]);
    }
  }
};

const loadStepKeys = (db: Db, tape: number, work: Work): void => {
  for (const { id, text } of texts(db, 'step_pages', tape)) {
    const base = (id - tape * PAGES) * PAGE;
    const { keys } = JSON.parse(unsealText(text)) as { keys: string[] };
    keys.forEach((key, row) => {
      if (key !== '') work.stepOf.set(key, base + row + 1);
    });
  }
};

/** Removes every row of a tape but its source. */
export function clearTape(db: Db, tape: number): void {
  db.prepare('UPDATE sources SET text_to = 0 WHERE tape = ?').run(tape);
  dissolve(db, tape);
  for (const table of TAPE_TABLES) db.prepare(`DELETE FROM ${table} WHERE tape = ?`).run(tape);
  for (const table of ['entry_pages', 'step_pages']) {
    db.prepare(`DELETE FROM ${table} WHERE id >= ? AND id < ?`).run(tape * PAGES, (tape + 1) * PAGES);
  }
}

const flushEntries = (db: Db, tape: number, { entries }: Work): void => {
  const put = prepared(db, 'INSERT OR REPLACE INTO entry_pages (id, data, text) VALUES (?, ?, ?)');
  const touch = prepared(db, 'UPDATE entry_pages SET data = ? WHERE id = ?');
  entries.flush((no, data, text) => {
    if (text === null) touch.run(data, tape * PAGES + no);
    else put.run(tape * PAGES + no, data, sealText(text));
  });
};

/** With the sums of each page, so that whoever adds up a library unpacks none. */
const flushSteps = (db: Db, tape: number, { steps, state }: Work): void => {
  const put = prepared(db, 'INSERT OR REPLACE INTO step_pages (id, spent, data, text) VALUES (?, ?, ?, ?)');
  const touch = prepared(db, 'UPDATE step_pages SET spent = ?, data = ? WHERE id = ?');
  const sizes = state.facts.copy?.sizes;
  steps.flush((no, data, text, page) => {
    const { models, costs } = steps.text(page);
    const spent = sealText(JSON.stringify(spentIn(page.cols, models, dollarsBy(costs), sizes)));
    if (text === null) touch.run(spent, data, tape * PAGES + no);
    else put.run(tape * PAGES + no, spent, data, sealText(text));
  });
};

const flushOutbox = (db: Db, tape: number, work: Work): void => {
  const { out } = work;
  storeTools(db, tape, out.tools);
  const spawn = prepared(db, 'INSERT OR IGNORE INTO spawns (agent, tape, call) VALUES (?, ?, ?)');
  for (const { agent, call } of out.spawns) spawn.run(agent, tape, call);
  const prompt = prepared(db, 'INSERT OR IGNORE INTO prompts (hash, tape, seq, call) VALUES (?, ?, ?, ?)');
  for (const { hash, call, seq } of out.prompts) prompt.run(hash, tape, seq, call);
  const head = prepared(db, 'INSERT OR IGNORE INTO heads (hash, tape) VALUES (?, ?)');
  for (const hash of out.heads) head.run(hash, tape);
  const correction = prepared(db, 'INSERT OR IGNORE INTO corrections (tape, target, seq) VALUES (?, ?, ?)');
  for (const [seq, target] of out.corrections) correction.run(tape, target, seq);
  const anchor = prepared(db, 'INSERT OR REPLACE INTO anchors (tape, no, detail) VALUES (?, ?, ?)');
  for (const found of out.anchors) anchor.run(tape, found.no, sealText(JSON.stringify(found)));
  work.out = newOutbox();
};

/** Stores what linking has made since the last time. Call inside a transaction, after `settle`. */
export function saveWork(db: Db, source: SourceRow, work: Work): void {
  flushEntries(db, source.tape, work);
  flushSteps(db, source.tape, work);
  flushOutbox(db, source.tape, work);
  work.state.tails = [...work.tails];
  work.state.pending = [...work.pending];
  source.state = sealText(JSON.stringify(work.state));
}

/** Adds lines that made no entry, or had to be mended, after those that are stored. */
export function saveProblems(db: Db, tape: number, problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  const next = plucked<[number], number>(db, 'SELECT coalesce(max(no), 0) + 1 FROM problems WHERE tape = ?');
  let no = next.get(tape) ?? 1;
  const put = prepared(db, 'INSERT INTO problems (tape, no, line, offset, length, outcome, reason) VALUES (?, ?, ?, ?, ?, ?, ?)');
  for (const { line, offset, length, outcome, reason } of problems) put.run(tape, no++, line, offset, length, outcome, reason);
}

const SOURCE_COLUMNS = [
  'tape',
  'id',
  'path',
  'format',
  'size',
  'mtime',
  'inode',
  'offset',
  'open',
  'head',
  'tail',
  'total',
  'with_entries',
  'noted',
  'blank',
  'unreadable',
  'repaired',
  'waiting',
  'reread',
  'notes',
  'unknown',
  'state',
  'text_to',
  'rev',
] as const satisfies (keyof SourceRow)[];

const SAVED = SOURCE_COLUMNS.filter((name) => name !== 'tape' && name !== 'text_to');

/** Writes the row of a source. How far its text is searchable belongs to the text pass and is left alone. */
export function saveSource(db: Db, source: SourceRow): void {
  source.rev += 1;
  prepared<SourceRow>(
    db,
    `INSERT INTO sources (${SOURCE_COLUMNS.join(', ')}) VALUES (${SOURCE_COLUMNS.map((name) => `@${name}`).join(', ')})
     ON CONFLICT (tape) DO UPDATE SET ${SAVED.map((name) => `${name} = excluded.${name}`).join(', ')}`,
  ).run(source);
}

/** The same by itself: every write is a transaction, so that the checksums of the catalog know it (page-sums.ts). */
export function renewSource(db: Db, source: SourceRow): void {
  db.transaction(() => saveSource(db, source)).immediate();
}

/** What `formats/` says of the path, and what the records say of the tape, as the columns of its row. */
export interface TapeFacts {
  located: {
    session?: string;
    agent?: string;
    parentSession?: string;
    relation?: string;
    parentFile?: string;
    project?: string;
    title?: string;
    /** The agent whose requests were captured, by the id of its format. */
    program?: string;
    /** Where a native tape belongs that may be written to. */
    native?: { workspace: string; session: string; fork: string | null };
    /** What a native tape is called, and what it is for, if its maker said so. */
    named?: { name: string; about: string | null };
  };
  facts: Facts;
}

/** Writes the tape's row again, keeping what relations were found (relate.ts). */
export function saveTape(db: Db, source: SourceRow, work: Work, located: TapeFacts['located']): void {
  const { state } = work;
  const { facts } = state;
  prepared<Record<string, unknown>>(
    db,
    `INSERT INTO tapes (tape, project, title, session, writer, writers, model, started, ended, entries, steps, input, output, cache_read,
       cache_write, branches, anchors, compactions, failed, cwd, native, agent, parent_session, parent_file, archived, prompt, located, copy, shared, cost, program)
     VALUES (@tape, @project, @title, @session, @writer, @writers, @model, @started, @ended, @entries, @steps, @input, @output, @cacheRead,
       @cacheWrite, @branches, @anchors, @compactions, @failed, @cwd, @native, @agent, @parentSession, @parentFile, @archived, @prompt, @located, @copy, @shared, @cost, @program)
     ON CONFLICT (tape) DO UPDATE SET project = excluded.project, title = excluded.title, session = excluded.session,
       writer = excluded.writer, writers = excluded.writers, model = excluded.model, started = excluded.started, ended = excluded.ended,
       entries = excluded.entries, steps = excluded.steps, input = excluded.input, output = excluded.output,
       cache_read = excluded.cache_read, cache_write = excluded.cache_write, branches = excluded.branches,
       anchors = excluded.anchors, compactions = excluded.compactions,
       failed = excluded.failed, cwd = excluded.cwd, native = excluded.native, agent = excluded.agent, parent_session = excluded.parent_session,
       parent_file = excluded.parent_file, archived = excluded.archived, prompt = excluded.prompt, located = excluded.located, copy = excluded.copy, shared = excluded.shared,
       cost = excluded.cost, program = excluded.program`,
  ).run({
    ...usedBy(state),
    tape: source.tape,
    project: facts.cwd ?? located.project ?? dirname(source.path),
    title: titleOf(facts, located),
    session: facts.session ?? located.session ?? null,
    writer: facts.writer ?? null,
    writers: state.writers.length > 1 ? JSON.stringify(state.writers) : null,
    model: facts.model ?? null,
    started: state.started,
    ended: state.ended,
    entries: state.entries,
    steps: state.steps,
    branches: state.branches[BRANCH_CLASSES.indexOf('rewind')] ?? 0,
    anchors: state.anchors,
    compactions: state.compactions,
    failed: state.failed,
    cwd: facts.cwd ?? null,
    native: located.native ? JSON.stringify(located.native) : null,
    agent: facts.agent ?? located.agent ?? null,
    parentSession: facts.spawnedBy ?? located.parentSession ?? facts.forkedFrom?.session ?? null,
    parentFile: located.parentFile ?? facts.forkedFrom?.file ?? null,
    archived: facts.archived ?? null,
    prompt: facts.prompt ?? null,
    located: located.relation ?? madeAs(facts),
    copy: facts.copy ? JSON.stringify(facts.copy) : null,
    shared: state.shared ? JSON.stringify(state.shared) : null,
    cost: state.cost ?? null,
    program: located.program ?? null,
  });
}

/** What the records say that a tape was made as, where its path says nothing: a sub-agent may begin with what its caller had. */
const madeAs = ({ forkedFrom, spawnedBy }: Facts): Relation | null => {
  if (spawnedBy !== undefined) return 'sub-agent';
  return forkedFrom === undefined ? null : 'fork';
};

/** A native tape keeps its own name in front of what it is about. */
const titleOf = (facts: Facts, { named, title }: TapeFacts['located']): string =>
  named ? [named.name, named.about ?? facts.title ?? ''].filter((part) => part !== '').join(' · ') : (facts.title ?? title ?? '');

/** Forks and merges of a native tape. */
export function saveMarks(
  db: Db,
  tape: number,
  marks: readonly { seq: number; type: string; label: string; forks: readonly string[] }[],
): void {
  if (marks.length === 0) return;
  const put = prepared(db, 'INSERT OR REPLACE INTO marks (tape, seq, type, label, forks) VALUES (?, ?, ?, ?, ?)');
  for (const { seq, type, label, forks } of marks) put.run(tape, seq, type, label, JSON.stringify(forks));
}

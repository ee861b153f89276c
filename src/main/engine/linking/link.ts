import { Flag } from '../../../shared/model/vocabulary.ts';
import { type Batch, type CallIds, FAR_PARENT, NO_PARENT } from '../pages/batch.ts';
import { PAGE } from '../pages/columns.ts';
import { appendIds, idAt } from '../pages/id-column.ts';
import { addId, findId } from '../pages/id-index.ts';
import { intern } from '../pages/rows.ts';
import { mergeFacts } from './facts.ts';
import { addAnchor, settleAnchors, settleTails, startAnchor } from './link-anchors.ts';
import { settleBranches } from './link-branches.ts';
import { awaitResults, pairResults } from './link-results.ts';
import type { Run } from './link-run.ts';
import { addAside, addCosts, addTold, addToStep, settleBorrowed, settleSteps } from './link-steps.ts';
import { originBy, settleOrigins } from './origins.ts';
import type { Work } from './state.ts';
import { ANSWERED, addName, addTool, ISSUED } from './tool-index.ts';
import { adopt, join, leaveDangling, parentOf } from './tree.ts';

/**
 * Links the records of a batch to those before them: numbers, parents, origins, steps, tools, anchors. Pure but for `work`,
 * which it extends: linking a file batch by batch gives the same as linking it at once. Call `settle` before the result is
 * looked at.
 */
export function link(work: Work, batch: Batch): void {
  const { state } = work;
  const run = begin(work, batch);
  for (let row = 0; row < batch.count; row++) {
    const seq = run.base + row + 1;
    if (batch.idHash[row] !== 0) addNode(run, row, seq);
    if ((batch.step[row] ?? 0) > 0 || run.bounds.has(row)) addToStep(work, run, row, seq);
    else if ((batch.usageAt[row] ?? 0) > 0) addAside(work, run, row);
    if (batch.calls.rows[run.call] === row || batch.results.rows[run.result] === row || run.rare[row] === 1) addRare(run, row, seq);
    const kind = state.kinds[run.kinds[batch.kind[row] ?? 0] ?? 0];
    if (kind) kind[1] += 1;
  }
  state.entries = run.base + batch.count;
  state.lines += batch.lines;
  addSpan(work, batch);
  addWriters(work, batch, run.base);
  mergeFacts(state.facts, batch.facts);
  delete state.facts.spawns;
  addCorrections(work, batch, run.base);
  addTwins(work, batch, run.base);
  addBlocks(work, batch, run.base);
  addCosts(work, batch, run.base);
  addTold(work, batch, run.base);
  for (const [at, name] of batch.names.ids.entries()) addName(work, name, run.base + (batch.names.rows[at] ?? 0) + 1);
  for (const [row, call, hash] of batch.prompts) work.out.prompts.push({ hash, call, seq: run.base + row + 1 });
  if (batch.facts.spawns) work.out.spawns.push(...batch.facts.spawns);
}

/** This many changes of the version are remembered: two programs that write by turns make one at each line. */
const MOST_WRITERS = 1000;

const addWriters = ({ state: { writers } }: Work, batch: Batch, base: number): void => {
  for (const [row, version] of batch.writers)
    if (writers.at(-1)?.[1] !== version && writers.length < MOST_WRITERS) writers.push([base + row + 1, version]);
};

/** Resolves what only the whole of what was read can resolve. Idempotent. */
export function settle(work: Work): void {
  if (work.state.forward) {
    settleTails(work);
    settleOrigins(work);
    settleSteps(work);
  }
  settleAnchors(work);
  settleBorrowed(work);
  settleBranches(work);
}

const begin = (work: Work, batch: Batch): Run => {
  const base = work.state.entries;
  const run: Run = {
    work,
    batch,
    base,
    doubles: new Map(),
    kinds: batch.kinds.map((name) => kindNumber(work, name)),
    steps: new Uint32Array(batch.keys.length),
    bounds: new Map(batch.bounds),
    rare: new Uint8Array(batch.count),
    call: 0,
    result: 0,
    far: new Map(batch.far),
    positional: new Map(batch.positional),
    anchors: new Map(batch.anchors.map((anchor) => [anchor.at, anchor])),
  };
  for (const list of [run.positional, run.anchors]) for (const row of list.keys()) run.rare[row] = 1;
  copyColumns(run);
  addNames(run);
  registerIds(run);
  return run;
};

/** Columns that need no linking move page by page. */
const copyColumns = ({ work, batch, base }: Run): void => {
  for (let row = 0; row < batch.count; ) {
    const at = (base + row) % PAGE;
    const many = Math.min(PAGE - at, batch.count - row);
    const page = work.entries.at(base + row);
    const { cols } = page;
    for (const name of ['time', 'offset', 'length', 'flags', 'chars', 'role'] as const) {
      cols[name].set(batch[name].subarray(row, row + many), at);
    }
    const text = work.entries.text(page);
    text.ids = appendIds(text.ids, at, batch.ids, row, row + many);
    for (let each = 0; each < many; each++) cols.line[at + each] = (batch.line[row + each] ?? 0) + work.state.lines + 1;
    page.dirty = true;
    page.textDirty = true;
    row += many;
  }
  for (const [row, part] of batch.parts) work.entries.at(base + row).cols.part[(base + row) % PAGE] = part;
};

/** Kinds get the tape's numbers, labels those of their page. */
const addNames = ({ work, batch, base, kinds }: Run): void => {
  for (let row = 0; row < batch.count; row++) {
    const page = work.entries.at(base + row);
    const at = (base + row) % PAGE;
    page.cols.kind[at] = kinds[batch.kind[row] ?? 0] ?? 0;
    page.cols.label[at] = intern(work.entries.text(page).labels, batch.labels[batch.label[row] ?? 0] ?? '');
  }
};

/** More kinds than any format has; what a hostile file makes up beyond that shares one name. */
const MOST_KINDS = 1000;

const kindNumber = (work: Work, name: string): number => {
  const { kinds } = work.state;
  const at = kinds.findIndex(([known]) => known === name);
  if (at >= 0) return at;
  return kinds.length < MOST_KINDS
    ? kinds.push([name, 0]) - 1
    : kinds.length === MOST_KINDS
      ? kinds.push(['more kinds', 0]) - 1
      : MOST_KINDS;
};

/**
 * A tape that was copied from another begins with ids of the other, and a long run of shared ids holds one in this many: these are
 * kept by their hash, so that a family is found by lookups and without an index of every id.
 */
const HEAD_IDS = 8;
const SAMPLED = 32;

/** Makes the ids of the batch known before any of its records is linked: a parent may come after its child. */
const registerIds = ({ work, batch, base, doubles }: Run): void => {
  for (let row = 0; row < batch.count; row++) {
    const hash = batch.idHash[row] ?? 0;
    if (hash === 0) continue;
    const seq = base + row + 1;
    const id = idAt(batch.ids, row) ?? '';
    const first = addId(work.ids, id, hash, seq);
    if (first !== seq) {
      work.state.doubles += 1;
      doubles.set(row, first);
      continue;
    }
    if (work.state.nodes < HEAD_IDS || hash % SAMPLED === 0) work.out.heads.push(hash);
    if (work.state.nodes === 0) work.state.firstNode = seq;
    work.state.nodes += 1;
    if (batch.parent[row] === NO_PARENT) work.state.roots += 1;
    if (work.waiting.size > 0) adopt(work, id, seq);
  }
};

/** Hangs a record with an id into the tree. */
const addNode = (run: Run, row: number, seq: number): void => {
  const { work, batch, base, doubles, far } = run;
  const local = batch.parent[row] ?? NO_PARENT;
  let parent = 0;
  if (seq === work.state.firstNode) startAnchor(work, seq);
  if (local >= 0) parent = doubles.get(local) ?? base + local + 1;
  else if (local === FAR_PARENT) {
    const id = far.get(row) ?? '';
    parent = findId(work.ids, id) ?? 0;
    if (parent === 0) leaveDangling(work, seq, id);
  }
  if (parent > 0 && !isCopy(run, row, seq, parent)) join(work, parent, seq);
  else if (parent > 0) work.entries.at(seq - 1).cols.parent[(seq - 1) % PAGE] = parent;
  work.entries.at(seq - 1).cols.origin[(seq - 1) % PAGE] = originBy(work, seq, parent, batch.flags[row] ?? 0);
};

/** The same record written twice below the same parent is one child, not two. */
const isCopy = ({ work, batch }: Run, row: number, seq: number, parent: number): boolean => {
  if (work.state.doubles === 0) return false;
  const first = findId(work.ids, idAt(batch.ids, row) ?? '');
  return first !== undefined && first !== seq && parentOf(work.entries, first) === parent;
};

/** The ids of one row from where the last one ended. */
const take = ({ rows, ids }: CallIds, from: number, row: number): string[] => {
  let to = from;
  while (rows[to] === row) to += 1;
  return ids.slice(from, to);
};

const keepIds = (list: CallIds, at: number, ids: readonly string[]): void => {
  for (const id of ids) {
    list.rows.push(at);
    list.ids.push(id);
  }
};

/** Tools and anchors. */
const addRare = (run: Run, row: number, seq: number): void => {
  const { work, batch } = run;
  const calls = take(batch.calls, run.call, row);
  const named = take(batch.results, run.result, row);
  run.call += calls.length;
  run.result += named.length;
  if (batch.ids === null && calls.length > 0) awaitResults(run, row, calls);
  const results = named.length > 0 ? named : pairResults(run, row);
  const text = work.entries.text(work.entries.at(seq - 1));
  const at = (seq - 1) % PAGE;
  keepIds(text.calls, at, calls);
  keepIds(text.results, at, results);
  for (const id of calls) addTool(work, id, ISSUED, seq);
  for (const id of results) addTool(work, id, ANSWERED, seq);
  const anchor = run.anchors.get(row);
  if (anchor) addAnchor(work, anchor, seq);
};

const addCorrections = (work: Work, { corrections }: Batch, base: number): void => {
  for (const [row, target] of corrections) {
    const page = work.entries.at(base + row);
    const text = work.entries.text(page);
    text.corrects ??= [];
    text.corrects.push([(base + row) % PAGE, target]);
    page.textDirty = true;
    work.out.corrections.push([base + row + 1, target]);
  }
};

const addTwins = (work: Work, { twins }: Batch, base: number): void => {
  for (const [row, first] of twins) {
    const page = work.entries.at(base + row);
    const text = work.entries.text(page);
    text.twins ??= [];
    const at = (base + row) % PAGE;
    text.twins.push([at, first]);
    page.textDirty = true;
    // A conversation shows what was said last.
    page.cols.flags[at] = (page.cols.flags[at] ?? 0) | Flag.Twin;
    page.dirty = true;
  }
};

/** Names of blocks and what requests sent, page by page. */
const addBlocks = (work: Work, { blocks, sends }: Batch, base: number): void => {
  for (const [at, row] of blocks.rows.entries()) {
    const page = work.entries.at(base + row);
    const text = work.entries.text(page);
    text.blocks ??= { rows: [], ids: [] };
    keepIds(text.blocks, (base + row) % PAGE, [blocks.ids[at] ?? '']);
    page.textDirty = true;
  }
  for (const [row, sent] of sends) {
    const page = work.entries.at(base + row);
    const text = work.entries.text(page);
    text.sends ??= [];
    text.sends.push([(base + row) % PAGE, sent]);
    page.textDirty = true;
  }
};

/** First and last time. */
const addSpan = ({ state }: Work, batch: Batch): void => {
  for (let row = 0; row < batch.count; row++) {
    const time = batch.time[row] ?? Number.NaN;
    if (Number.isNaN(time)) continue;
    if (state.started === null || time < state.started) state.started = time;
    if (state.ended === null || time > state.ended) state.ended = time;
  }
};

import { tally } from '../../../shared/model/tally.ts';
import { promptHash } from '../bytes/ids.ts';
import type { Draft, Facts, Json } from '../formats/format.ts';
import { type Batch, COLUMNS, FAR_PARENT, NO_PARENT } from '../pages/batch.ts';
import { encodeIds } from '../pages/id-column.ts';
import { hashId } from '../pages/id-index.ts';
import { ROLES } from '../pages/rows.ts';
import { mergeFacts } from './facts.ts';

const scratch = (capacity: number) => ({
  time: new Float64Array(capacity),
  offset: new Float64Array(capacity),
  length: new Uint32Array(capacity),
  line: new Uint32Array(capacity),
  flags: new Uint32Array(capacity),
  chars: new Uint32Array(capacity),
  kind: new Uint16Array(capacity),
  role: new Uint8Array(capacity),
  label: new Uint32Array(capacity),
  step: new Uint32Array(capacity),
  model: new Uint16Array(capacity),
  usageAt: new Uint32Array(capacity),
  hint: new Uint32Array(capacity),
});

/** Columns that grow with the largest batch and are used again for the next: a batch takes copies of them along. */
const cols = scratch(4096);

const grown = <A extends Float64Array | Uint32Array | Uint16Array | Uint8Array>(array: A): A => {
  const next = new (array.constructor as new (length: number) => A)(array.length * 2);
  next.set(array as never);
  return next;
};

/** Numbers for names, or for values by their identity, in the order in which they appear. Names come in runs, so the last one is tried first. */
interface Names<T = string> {
  numbers: Map<T, number>;
  lastName: T | null;
  last: number;
}

const newNames = <T = string>(): Names<T> => ({ numbers: new Map(), lastName: null, last: -1 });

const numberOf = <T>(names: Names<T>, name: T): number => {
  if (names.last >= 0 && name === names.lastName) return names.last;
  const known = names.numbers.get(name);
  names.lastName = name;
  names.last = known ?? names.numbers.size;
  if (known === undefined) names.numbers.set(name, names.last);
  return names.last;
};

/** Drafts on their way into a batch. Only one at a time per thread, since they share their columns. */
export interface Drafts
  extends Pick<
    Batch,
    | 'far'
    | 'calls'
    | 'results'
    | 'names'
    | 'blocks'
    | 'lists'
    | 'prompts'
    | 'positional'
    | 'anchors'
    | 'bounds'
    | 'writers'
    | 'parts'
    | 'corrections'
    | 'costs'
    | 'told'
    | 'unknown'
    | 'facts'
  > {
  count: number;
  ids: (string | null)[];
  parents: (string | null)[];
  usage: number[];
  kinds: Names;
  models: Names;
  labels: Names;
  keys: Names;
  hints: Names<Json>;
}

/** Plain data and functions rather than a closure per batch: the engine then compiles each function once, not once per batch. */
export function newDrafts(): Drafts {
  return {
    count: 0,
    ids: [],
    parents: [],
    usage: [],
    kinds: newNames(),
    models: newNames(),
    labels: newNames(),
    keys: newNames(),
    hints: newNames(),
    far: [],
    calls: { rows: [], ids: [] },
    results: { rows: [], ids: [] },
    names: { rows: [], ids: [] },
    blocks: { rows: [], ids: [] },
    lists: [],
    prompts: [],
    positional: [],
    anchors: [],
    bounds: [],
    writers: [],
    parts: [],
    corrections: [],
    costs: [],
    told: [],
    unknown: {},
    facts: {},
  };
}

/** Adds one entry; `line` counts from 0 within the batch. */
export function addDraft(drafts: Drafts, draft: Draft, line: number, offset: number, length: number, part = 0): void {
  const row = drafts.count++;
  if (row === cols.time.length) for (const name of COLUMNS) cols[name] = grown(cols[name]) as never;
  cols.time[row] = draft.time ?? Number.NaN;
  cols.offset[row] = offset;
  cols.length[row] = length;
  cols.line[row] = line;
  cols.flags[row] = draft.flags;
  cols.chars[row] = draft.chars;
  cols.kind[row] = numberOf(drafts.kinds, draft.kind);
  cols.role[row] = draft.role === null ? 0 : ROLES.indexOf(draft.role) + 1;
  cols.label[row] = numberOf(drafts.labels, draft.label);
  cols.step[row] = draft.step === null ? 0 : numberOf(drafts.keys, draft.step) + 1;
  cols.model[row] = draft.model === null ? 0 : numberOf(drafts.models, draft.model) + 1;
  cols.usageAt[row] = 0;
  cols.hint[row] = draft.hint === undefined ? 0 : numberOf(drafts.hints, draft.hint) + 1;
  drafts.ids.push(draft.id);
  drafts.parents.push(draft.parent);
  if (draft.usage) {
    cols.usageAt[row] = drafts.usage.length + 1;
    const { input, output, cacheRead, cacheWrite, cacheWriteHour = 0 } = draft.usage;
    drafts.usage.push(input, output, cacheRead, cacheWrite, cacheWriteHour);
  }
  addTools(drafts, draft, row);
  if (draft.bound !== undefined) drafts.bounds.push([row, draft.bound]);
  if (part > 0) drafts.parts.push([row, part]);
  if (draft.block !== undefined) addBlock(drafts, row, draft.block);
  if (draft.sends !== undefined) drafts.lists.push([row, draft.sends]);
  const version = draft.facts?.writer;
  if (version !== undefined && version !== drafts.facts.writer) drafts.writers.push([row, version]);
  if (draft.facts) mergeFacts(drafts.facts, draft.facts);
  if (draft.corrects !== undefined) drafts.corrections.push([row, draft.corrects]);
  if (draft.cost !== undefined) drafts.costs.push([row, draft.cost]);
  if (draft.told !== undefined) drafts.told.push([row, draft.told]);
  const { anchor, compaction, logicalParent } = draft;
  if (anchor) drafts.anchors.push({ at: row, name: anchor.name, type: anchor.type, compaction, logicalParent });
}

const addBlock = ({ blocks }: Drafts, row: number, name: string): void => {
  blocks.rows.push(row);
  blocks.ids.push(name);
};

const addTools = ({ calls, results, names, prompts, positional }: Drafts, draft: Draft, row: number): void => {
  for (const { id, prompt } of draft.calls) {
    calls.rows.push(row);
    calls.ids.push(id);
    const hash = promptHash(prompt);
    if (hash !== null) prompts.push([row, id, hash]);
  }
  for (const id of draft.results) {
    results.rows.push(row);
    results.ids.push(id);
  }
  if (draft.names !== undefined)
    for (const name of draft.names) {
      names.rows.push(row);
      names.ids.push(name);
    }
  if (draft.positional !== undefined) positional.push([row, draft.positional]);
};

/** Counts a type that the reader does not know. */
export function addUnknown(drafts: Drafts, type: string): void {
  tally(drafts.unknown, type, 1);
}

/** A parent is a few rows before its child as a rule: an answer has no more calls than that. */
const NEAR = 8;

/** The row that has the id, among those just before `row`; FAR_PARENT where none does. A text that is compared with null, too, makes each comparison a slow one. */
const nearest = (ids: readonly (string | null)[], id: string, row: number): number => {
  const least = Math.max(0, row - NEAR);
  for (let at = row - 1; at >= least; at--) {
    const near = ids[at];
    if (near != null && near === id) return at;
  }
  return FAR_PARENT;
};

/** Parents just before their children as row numbers. All others are for the linker, which holds every id anyway: two indexes of them take twice the time. */
const nearParents = ({ ids, parents, far, count }: Pick<Drafts, 'ids' | 'parents' | 'far' | 'count'>): Int32Array => {
  const parent = new Int32Array(count).fill(NO_PARENT);
  for (let row = 0; row < count; row++) {
    const id = parents[row];
    if (id == null) continue;
    const at = nearest(ids, id, row);
    parent[row] = at;
    if (at === FAR_PARENT) far.push([row, id]);
  }
  return parent;
};

const hashesOf = ({ ids, count }: Pick<Drafts, 'ids' | 'count'>): Uint32Array => {
  const hashes = new Uint32Array(count);
  for (let row = 0; row < count; row++) {
    const id = ids[row];
    if (id != null) hashes[row] = hashId(id);
  }
  return hashes;
};

/** The same with the prompt as a hash: content does not belong in the catalog. */
export function hashed(facts: Facts): Facts {
  const hash = promptHash(facts.prompt);
  return hash === null ? facts : { ...facts, prompt: hash };
}

/** What is known of the run of lines besides its records. */
type Run = Pick<
  Batch,
  'withEntries' | 'noted' | 'late' | 'bare' | 'from' | 'to' | 'lines' | 'blank' | 'unreadable' | 'repaired' | 'open' | 'problems'
>;

/** The batch of all drafts so far, its columns copied out: the drafts are used up. */
export function finishBatch(drafts: Drafts, run: Run): Batch {
  const { count, ids, parents, usage, kinds, models, labels, keys, hints, ...lists } = drafts;
  const parent = nearParents({ ids, parents, far: lists.far, count });
  const names = <T>(list: Names<T>): T[] => [...list.numbers.keys()];
  return {
    ...run,
    ...lists,
    count,
    twins: [],
    sends: [],
    facts: hashed(lists.facts),
    time: cols.time.slice(0, count),
    offset: cols.offset.slice(0, count),
    length: cols.length.slice(0, count),
    line: cols.line.slice(0, count),
    flags: cols.flags.slice(0, count),
    chars: cols.chars.slice(0, count),
    kind: cols.kind.slice(0, count),
    role: cols.role.slice(0, count),
    label: cols.label.slice(0, count),
    step: cols.step.slice(0, count),
    model: cols.model.slice(0, count),
    usageAt: cols.usageAt.slice(0, count),
    hint: cols.hint.slice(0, count),
    usage: Float64Array.from(usage),
    parent,
    idHash: hashesOf({ ids, count }),
    kinds: names(kinds),
    models: names(models),
    labels: names(labels),
    keys: names(keys),
    hints: names(hints),
    ids: encodeIds(ids),
  };
}

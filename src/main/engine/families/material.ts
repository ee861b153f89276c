import type { AnchorRow, TapeRow } from '../../../shared/model/index.ts';
import { DANGLING, Flag, has } from '../../../shared/model/vocabulary.ts';
import { createPager, type Head, type Pager } from '../catalog/heads.ts';
import { createCatalog } from '../catalog/read.ts';
import type { Catalog } from '../catalog/types.ts';
import { type Db, PAGES } from '../database/schema.ts';
import { unsealText } from '../database/seal.ts';
import { rulesOf } from '../formats/rules.ts';
import { PAGE } from '../pages/columns.ts';
import { decodeIds } from '../pages/id-column.ts';
import { type EntryText, ROLES, StepFlag } from '../pages/rows.ts';
import { type SharedHead, sharedHead } from './shared-head.ts';

/** Columns of all entries of a tape; index 0 is entry 1. */
export interface EntryColumns {
  /** Sequence number of the parent, 0 for none, DANGLING where it is not in the file. */
  parent: Int32Array;
  flags: Uint32Array;
  chars: Uint32Array;
  step: Uint32Array;
  time: Float64Array;
  /** Index into the tape's kinds. */
  kind: Uint16Array;
  /** 1 for the assistant's own. */
  answer: Uint8Array;
  /** Place in BRANCH_CLASSES + 1. */
  branch: Uint8Array;
  /** 1 for entries of the tree; the others are bookkeeping between them. */
  node: Uint8Array;
}

export interface StepColumns {
  first: Uint32Array;
  /** Recorded context size; NaN for none. */
  context: Float64Array;
  /** 1 for steps of a sub-agent in the same file. */
  side: Uint8Array;
}

/** What the graph knows of one tape. Plain data. */
export interface TapeMaterial {
  row: TapeRow;
  kinds: readonly string[];
  /** The source has no parents: each entry follows the one before. */
  linear: boolean;
  columns: EntryColumns;
  steps: StepColumns;
  anchors: readonly AnchorRow[];
  /** Entries whose parent was never written, with the call that they answer. */
  mended: ReadonlyMap<number, number>;
  /** Roots of sub-agents in this file, with the call that started them where that is known. */
  sidechains: ReadonlyMap<number, number | null>;
}

/** Reads what a graph needs of tapes: columns as they are stored, never row by row. */
export interface GraphReader {
  readonly catalog: Catalog;
  readonly db: Db;
  /** Changes whenever the rows of the tape do. */
  revision(tape: string): string;
  columns(tape: string): EntryColumns;
  material(tape: string): Omit<TapeMaterial, 'sidechains'>;
  idOf(tape: string): (seq: number) => string | null;
  /** What the head of a fork shares with the tape that it was forked from. */
  shared(fork: TapeRow): SharedHead;
}

const ASSISTANT = ROLES.indexOf('assistant') + 1;

/** Reads over one connection. What is asked of a tape that is not in the catalog throws TapeError('not-found'). */
export function createGraphReader(db: Db): GraphReader {
  const catalog = createCatalog(db);
  const pager = createPager(db);
  const texts = db.prepare<[number, number], string>('SELECT text FROM entry_pages WHERE id >= ? AND id < ? ORDER BY id').pluck();
  return {
    catalog,
    db,
    revision: (tape) => `${pager.head(tape).id}:${pager.head(tape).rev}`,
    columns: (tape) => entryColumns(pager, pager.head(tape)),
    material(id) {
      const head = pager.head(id);
      const row = catalog.tape(head.id);
      const columns = entryColumns(pager, head);
      return {
        row,
        kinds: head.kinds,
        linear: isLinear(row, head),
        columns,
        steps: stepColumns(pager, head),
        anchors: anchorsOf(catalog, row),
        mended: mendedParents(catalog, head, columns),
      };
    },
    idOf(id) {
      const { tape } = pager.head(id);
      let pages: (readonly (string | null)[])[] | null = null;
      return (seq) => {
        pages ??= texts.all(tape * PAGES, (tape + 1) * PAGES).map(idsOfPage);
        return pages[Math.floor((seq - 1) / PAGE)]?.[(seq - 1) % PAGE] ?? null;
      };
    },
    shared: ({ id, file, parent }) => sharedHead(pager, { ...pager.head(id), file }, parent === null ? null : pager.head(parent)),
  };
}

/** Entries of a list have ids in some formats, and no parents. */
const isLinear = ({ format }: TapeRow, { state: { nodes, roots } }: Head): boolean =>
  nodes === 0 || (nodes === roots && !rulesOf(format).tree);

const idsOfPage = (text: string): readonly (string | null)[] => decodeIds((JSON.parse(unsealText(text)) as EntryText).ids);

const anchorsOf = (catalog: Catalog, row: TapeRow): readonly AnchorRow[] => (row.anchors === 0 ? [] : catalog.anchors(row.id));

const entryColumns = (pager: Pager, head: Head): EntryColumns => {
  const count = head.state.entries;
  const columns: EntryColumns = {
    parent: new Int32Array(count),
    flags: new Uint32Array(count),
    chars: new Uint32Array(count),
    step: new Uint32Array(count),
    time: new Float64Array(count),
    kind: new Uint16Array(count),
    answer: new Uint8Array(count),
    branch: new Uint8Array(count),
    node: new Uint8Array(count),
  };
  for (const { first, cols } of count === 0 ? [] : pager.entryColumns(head, 1)) {
    const many = Math.min(PAGE, count - first + 1);
    for (const name of ['parent', 'flags', 'chars', 'step', 'time', 'kind', 'branch'] as const)
      columns[name].set(cols[name].subarray(0, many), first - 1);
    for (let at = 0; at < many; at++) {
      columns.answer[first - 1 + at] = cols.role[at] === ASSISTANT ? 1 : 0;
      columns.node[first - 1 + at] = (cols.origin[at] ?? 0) > 0 ? 1 : 0;
    }
  }
  return columns;
};

const stepColumns = (pager: Pager, head: Head): StepColumns => {
  const count = head.state.steps;
  const columns: StepColumns = { first: new Uint32Array(count), context: new Float64Array(count), side: new Uint8Array(count) };
  for (const { first, cols } of count === 0 ? [] : pager.stepColumns(head, 1)) {
    for (let at = 0; at < Math.min(PAGE, count - first + 1); at++) {
      const size = (cols.input[at] ?? 0) + (cols.cacheRead[at] ?? 0) + (cols.cacheWrite[at] ?? 0);
      columns.first[first - 1 + at] = cols.first[at] ?? 0;
      // A step that the agent program wrote itself records zero, which is not a size of a context.
      columns.context[first - 1 + at] = size > 0 ? size : Number.NaN;
      columns.side[first - 1 + at] = ((cols.flags[at] ?? 0) & StepFlag.Sidechain) === 0 ? 0 : 1;
    }
  }
  return columns;
};

/** Results that name a parent which was never written: what came before them is the call that they answer. */
const mendedParents = (catalog: Catalog, head: Head, { parent }: EntryColumns): Map<number, number> => {
  const mended = new Map<number, number>();
  if (head.state.dangling === 0) return mended;
  for (let seq = 1; seq <= parent.length; seq++) {
    if (parent[seq - 1] !== DANGLING) continue;
    const [row] = catalog.entriesAt(head.id, [seq]);
    const calls = row?.results.flatMap((call) => catalog.tool(head.id, call).calls.filter((at) => at < seq)) ?? [];
    if (calls.length > 0) mended.set(seq, Math.max(...calls));
  }
  return mended;
};

/** Roots of the sub-agents that wrote into this very file. */
export function sidechainRoots({ row, columns, linear }: Pick<TapeMaterial, 'row' | 'columns' | 'linear'>): number[] {
  const roots: number[] = [];
  if (linear || row.relation !== null) return roots;
  for (let at = 0; at < columns.parent.length; at++)
    if (columns.node[at] === 1 && columns.parent[at] === 0 && has(columns.flags[at] ?? 0, Flag.Sidechain)) roots.push(at + 1);
  return roots;
}

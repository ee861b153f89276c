import { figure } from '../../../../shared/model/figure.ts';
import type { AnchorRow, EntryRow, OmissionReason } from '../../../../shared/model/index.ts';
import { Flag, has } from '../../../../shared/model/vocabulary.ts';
import { anchorNamed, isSent, newestAnchor } from '../context/anchors.ts';
import { growthOn } from '../context/chain-growth.ts';
import { type CameBetween, isPath } from '../context/chain-rules.ts';
import { PLAIN_HABITS } from '../context/habits.ts';
import type { PlaceRow } from '../context/place-row.ts';
import type { Selectors } from '../context/rules.ts';
import type { AnchorName, Finding, Floor, Material, Pick, Selection, Selector } from '../context/selection.ts';
import { readsPictures } from './abilities.ts';
import { editOf } from './edit.ts';

/** The entries from where a context begins to the parent of its answer. */
interface Path {
  /** In the order in which the model reads them, the compaction first and what it kept after it. */
  rows: EntryRow[];
  boundary: AnchorRow | null;
  kept: ReadonlySet<number>;
}

/**
 * What pi put before the model: the path from the root to the answer's parent, from its last compaction on. The compaction comes first, then
 * what it kept but for system messages, then what came after it. Of edits of one entry the last one counts.
 */
const asRecorded = (leftOut: LeftOut): Selector => ({
  from: (step, anchors) => compactionAt(step, anchors)?.seq ?? 1,
  select: (material) => {
    const path = pathOf(material, 1, 'stop');
    if (path === null) return null;
    const floor: Floor | null = path.boundary && { below: path.boundary.seq, reason: 'compacted', anchor: path.boundary };
    return choose(material, edited(path.rows, leftOut), path, floor, null);
  },
});

/** What a program that runs pi removes from the entries that pi would send. */
export type LeftOut = (sent: readonly EntryRow[]) => readonly EntryRow[];

const full: Selector = {
  from: () => 1,
  select: (material) => {
    const path = pathOf(material, material.from, 'through');
    return path && choose(material, asWritten(path.rows), path, null, null);
  },
};

/** From an anchor on: the anchor with its state, then the path below it, as it was written. */
const fromAnchor = (find: (step: PlaceRow, anchors: readonly AnchorRow[], name: AnchorName) => AnchorRow | null): Selector => ({
  from: (step, anchors, name) => begin(find(step, anchors, name)),
  select: (material, name) => {
    const anchor = find(material.step, material.anchors, name);
    const below = begin(anchor);
    const path = pathOf(material, below, 'through');
    if (path === null) return null;
    const floor: Floor | null = anchor && below > 1 ? { below, reason: 'before-anchor', anchor } : null;
    const row = anchor && anchor.type !== 'start' ? material.rows.get(anchor.seq) : undefined;
    const rows = row && !path.rows.includes(row) ? [row, ...path.rows] : path.rows;
    return choose(material, asWritten(rows), { ...path, rows }, floor, row?.seq ?? null);
  },
});

const begin = (anchor: AnchorRow | null): number => (anchor === null || anchor.type === 'start' ? 1 : anchor.seq);

/** The selectors of pi, or of a program that runs it and leaves out more. */
export function selectorsWith(leftOut: LeftOut): Selectors {
  return {
    'as-recorded': asRecorded(leftOut),
    full,
    'last-anchor': fromAnchor((step, anchors) => compactionAt(step, anchors)),
    'from-anchor': fromAnchor((_step, anchors, name) => anchorNamed(name, anchors)),
  };
}

/**
 * The entries from one answer to the next request, if they follow each other and the model is the same. Null if an edit, a compaction or something
 * that depends on the abilities of the model is among them: these may change what is sent of older entries.
 */
export function continues({ rows, first, before, now }: CameBetween): EntryRow[] | null {
  if (first === undefined || before.model !== now.model) return null;
  if (!isOfList(first) && !isPath(rows, first)) return null;
  return rows.some(mayChange) ? null : rows.filter(isSent);
}

const mayChange = ({ kind, flags }: EntryRow): boolean =>
  kind === 'context_edit' || kind === 'system' || has(flags, Flag.Boundary | Flag.Media);

/** The compaction that a step's chain begins at; in a list, which has no chains, the newest one. */
const compactionAt = ({ origin }: PlaceRow, anchors: readonly AnchorRow[]): AnchorRow | null => {
  if (origin === null) return newestAnchor(anchors);
  return anchors.find(({ seq, type }) => seq === origin && type === 'compaction') ?? null;
};

/** Null where more has to be loaded: the path leads past what is at hand. */
const pathOf = (material: Material, floor: number, past: 'stop' | 'through'): Path | null => {
  const { own, rows, step, from, anchors } = material;
  const start = own.find(({ seq }) => seq === step.first);
  if (start && isOfList(start)) return listOf(material, floor, past);
  const back: EntryRow[] = [];
  const seen = new Set<number>();
  let above = start?.parentSeq ?? null;
  let boundary: AnchorRow | null = null;
  // A parent that is not in the file ends the path, as it does for pi.
  while (above !== null && above >= floor && !seen.has(above) && boundary === null) {
    seen.add(above);
    const row = rows.get(above);
    if (!row) {
      if (above < from) return null;
      break;
    }
    back.push(row);
    if (past === 'stop' && has(row.flags, Flag.Boundary)) boundary = anchors.find(({ seq }) => seq === row.seq) ?? null;
    above = row.parentSeq;
  }
  if (past === 'stop' && boundary === null && from > 1) return null;
  return begun(material, back.reverse(), boundary);
};

/** A session of version 1 is a list: each entry follows the one before. */
const isOfList = ({ id, parentSeq }: EntryRow): boolean => id === null && parentSeq === null;

const listOf = (material: Material, floor: number, past: 'stop' | 'through'): Path => {
  const boundary = past === 'stop' ? newestAnchor(material.anchors) : null;
  const first = boundary?.seq ?? floor;
  const rows = [...material.rows.values()].filter(({ seq }) => seq >= first && seq < material.step.first);
  return begun(
    material,
    rows.sort((a, b) => a.seq - b.seq),
    boundary,
  );
};

/** With what the compaction at the head kept. A system message among that is in the compaction, and an older compaction says nothing more. */
const begun = ({ rows }: Material, path: EntryRow[], boundary: AnchorRow | null): Path => {
  const preserved = (boundary?.compaction?.preserved ?? []).flatMap((seq) => rows.get(seq) ?? []);
  const kept = preserved.filter(({ kind, flags }) => kind !== 'system' && !has(flags, Flag.Boundary));
  const [head, ...rest] = path;
  return {
    rows: boundary && head ? [head, ...kept, ...rest] : path,
    boundary,
    kept: new Set(kept.map(({ seq }) => seq)),
  };
};

/** What is sent of a path, and what shapes how it is. */
interface Edited {
  sent: EntryRow[];
  /** By entry: the edit that has what was sent in its place. */
  by: ReadonlyMap<number, EntryRow>;
  /** Edits that took an entry out. */
  omitting: readonly number[];
  /** Entries that would be sent and are not. */
  omitted: ReadonlySet<number>;
  /** All that was sent at some time, each as it was written, and what became of it where. */
  ever: readonly EntryRow[];
  edits: readonly { at: number; seq: number; to: EntryRow | null }[];
}

const asWritten = (rows: readonly EntryRow[]): Edited => ({
  ...{ sent: rows.filter(isSent), by: new Map(), omitting: [], omitted: new Set() },
  ...{ ever: rows.filter(isSent), edits: [] },
});

const edited = (rows: readonly EntryRow[], leftOut: LeftOut): Edited => {
  const seqs = new Map(rows.map(({ id, seq }) => [id, seq]));
  const by = new Map<number, EntryRow>();
  const omitted = new Map<number, EntryRow>();
  const edits: { at: number; seq: number; to: EntryRow | null }[] = [];
  for (const row of rows) {
    const edit = row.kind === 'context_edit' ? editOf(row.label) : null;
    const target = edit && seqs.get(edit.target);
    if (edit === null || typeof target !== 'number') continue;
    (edit.omits ? by : omitted).delete(target);
    (edit.omits ? omitted : by).set(target, row);
    edits.push({ at: row.seq, seq: target, to: edit.omits ? null : row });
  }
  const left = new Set(leftOut(rows.filter((row) => isSent(row) && !omitted.has(row.seq))).map(({ seq }) => seq));
  const ever = rows.filter((row) => isSent(row) && !left.has(row.seq));
  const sent = ever.filter(({ seq }) => !omitted.has(seq));
  return { sent, by, omitting: [...omitted.values()].map(({ seq }) => seq), omitted: new Set([...omitted.keys(), ...left]), ever, edits };
};

const choose = (material: Material, edit: Edited, path: Path, floor: Floor | null, anchor: number | null): Selection => {
  const { sent, by, omitting, omitted } = edit;
  const recorded = material.choice.type === 'as-recorded';
  const seqs = path.rows.map(({ seq }) => seq);
  const edits = [...[...by.values()].map(({ seq }) => seq), ...omitting].sort((a, b) => a - b);
  return {
    picks: sent.map(({ seq }): Pick => {
      const why = whyOf(seq, by, path);
      const instead = by.get(seq)?.seq;
      return { seq, ...(instead !== undefined && { instead }), ...(why !== undefined && { why }), ...(seq === anchor && { anchor: true }) };
    }),
    ...(recorded && { growth: growthOn(material, PLAIN_HABITS, seqs, edit.ever, path.boundary?.seq ?? 0, edit.edits) }),
    lead: 0,
    floor,
    reasons: reasonsOf(material, new Set(seqs), omitted),
    otherwise: 'not-selected',
    shaping: [...edits, ...(material.step.step === null ? lastModel(path.rows) : [])],
    findings: recorded ? unsure(material.step.model, sent) : [],
  };
};

/** What depends on a model that somebody configured: the log has its name, and not what it can do. */
const unsure = (model: string | null, sent: readonly EntryRow[]): Finding[] => {
  if (model === null || readsPictures(model) !== null) return [];
  const depends = [
    ...(sent.some(({ flags }) => has(flags, Flag.Media)) ? ['pictures, in place of which pi sends a note to one that does not'] : []),
    ...(sent.filter(({ kind }) => kind === 'system').length > 1
      ? ['system messages mid-conversation, which pi folds into the prompt for one that does not']
      : []),
  ];
  return depends.map((what) => ({ type: 'note', calm: true, text: `The log does not say whether ${model} reads ${what}.` }));
};

const whyOf = (seq: number, by: Edited['by'], { kept }: Path): string | undefined => {
  const edit = by.get(seq);
  if (edit) return `edited: entry ${figure(edit.seq)} has what was sent in its place`;
  return kept.has(seq) ? 'kept by the compaction' : undefined;
};

/** A request that was not made goes to the model that was chosen last. */
const lastModel = (rows: readonly EntryRow[]): number[] => {
  const found = rows.findLast(({ kind }) => kind === 'model_change');
  return found ? [found.seq] : [];
};

const reasonsOf = ({ rows }: Material, path: ReadonlySet<number>, omitted: ReadonlySet<number>): Map<number, OmissionReason> =>
  new Map([...rows.values()].map((row) => [row.seq, reasonFor(row, path.has(row.seq), omitted)]));

const reasonFor = (row: EntryRow, onPath: boolean, omitted: ReadonlySet<number>): OmissionReason => {
  if (has(row.flags, Flag.Sidecar)) return 'sidecar';
  if (has(row.flags, Flag.Excluded) || omitted.has(row.seq)) return 'excluded-by-writer';
  return onPath || row.id === null ? 'not-selected' : 'other-branch';
};

import { createHash, randomBytes } from 'node:crypto';
import type { Annotation, AnnotationTarget, EntryRow, TapeRow } from '../../../shared/model/index.ts';
import type { Handlers, Push } from '../../../shared/rpc/contract.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { loadTexts } from '../bytes/load.ts';
import type { Catalog } from '../catalog/types.ts';
import type { Engine } from '../engine.ts';
import { type AnnotationStore, createAnnotationStore, type Kept } from './store.ts';

/** Of a span with more than this, only its first and its last entry are compared with what was read. */
const MOST_ENTRIES = 1000;
const MOST_BYTES = 1 << 18;

const heldRows = (catalog: Catalog, tape: TapeRow, first: number, last: number): EntryRow[] => {
  const all = last - first < MOST_ENTRIES ? catalog.entries(tape.id, first, last + 1) : [];
  const bytes = all.reduce((sum, { length }) => sum + length, 0);
  return all.length > 0 && (bytes <= MOST_BYTES || all.length <= 2) ? all : catalog.entriesAt(tape.id, [first, last]);
};

/**
 * SHA-256, hex, of the records of entries `first` to `last` as they are in the source now; null where one of them is not there
 * (any more), or its file is gone.
 */
async function witnessOf(catalog: Catalog, tape: TapeRow, first: number, last: number): Promise<string | null> {
  if (last > tape.entries) return null;
  const rows = heldRows(catalog, tape, first, last);
  const texts = await loadTexts(tape.file, rows).catch(() => []);
  const hash = createHash('sha256');
  for (const text of texts) {
    if (text === null) return null;
    hash.update(text, 'utf8').update('\n');
  }
  return texts.length === 0 ? null : hash.digest('hex');
}

/** The first and the last entry that a target is about. */
function rangeOf(target: AnnotationTarget): { first: number; last: number } {
  return target.type === 'span' ? { first: target.from, last: target.to } : { first: target.seq, last: target.seq };
}

const figure = (value: number): string => value.toLocaleString('en-US');

/** The target as it is kept: a span from its earlier end to its later one, and a span of one entry as that entry. */
function checkTarget(target: AnnotationTarget, tape: Pick<TapeRow, 'entries' | 'steps'>): AnnotationTarget {
  const ends = target.type === 'span' ? [target.from, target.to].toSorted((a, b) => a - b) : [target.seq, target.seq];
  const [from = 1, to = 1] = ends;
  if (to > tape.entries) throw new TapeError('not-found', `This tape has ${figure(tape.entries)} entries; there is no ${figure(to)}.`);
  if (target.type === 'block' && target.step > tape.steps)
    throw new TapeError('not-found', `This tape has ${figure(tape.steps)} steps; there is no ${figure(target.step)}.`);
  if (target.type !== 'span') return target;
  return from === to ? { type: 'entry', seq: from } : { type: 'span', from, to };
}

/** An annotation as callers get it, without the fields that only locate and check it. */
function shown({ first: _first, last: _last, witness: _witness, ...rest }: Kept, tape: string, stale: boolean): Annotation {
  return {
    ...rest,
    tape,
    stale,
  };
}

/** `tape` is undefined where the catalog does not have it (any more). */
async function annotationOf(catalog: Catalog, kept: Kept, tape: TapeRow | undefined): Promise<Annotation> {
  const now = tape === undefined ? null : await witnessOf(catalog, tape, kept.first, kept.last);
  return shown(kept, tape?.id ?? kept.tape, now !== kept.witness);
}

/** Newest last: all, those of one tape, or those about one entry of it. Throws TapeError('not-found') for a tape that is not there. */
async function listAnnotations(
  catalog: Catalog,
  store: Pick<AnnotationStore, 'list'>,
  of: { tape?: string | undefined; seq?: number | undefined },
): Promise<Annotation[]> {
  const tape = of.tape === undefined ? undefined : catalog.tape(of.tape);
  if (tape === undefined && of.seq !== undefined) throw new TapeError('bad-input', 'An entry is asked for with its tape.');
  const kept = store.list(tape && { file: tape.file, seq: of.seq });
  const tapes = tape !== undefined ? [tape] : kept.length > 0 ? catalog.tapes() : [];
  // By the file, since a tape that left the catalog and came back is the same one.
  const byFile = new Map(tapes.map((one) => [one.file, one]));
  const items: Annotation[] = [];
  for (const one of kept) items.push(await annotationOf(catalog, one, byFile.get(one.file)));
  return items;
}

type Methods = 'annotations.list' | 'annotations.set' | 'annotations.remove';
type Needs = Pick<Engine, 'catalog' | 'options'>;

/** What readers wrote about entries. `tell` is notified of each change that is made here; watch.ts tells of those that another process makes. */
export function annotationMethods({ catalog, options }: Needs, tell: (push: Push) => void): Pick<Handlers, Methods> {
  const store = createAnnotationStore(options.home, options.readOnly);

  const set: Handlers['annotations.set'] = async ({ id, tape: name, target: wanted, text, label }) => {
    const tape = catalog.tape(name);
    const target = checkTarget(wanted, tape);
    const words = { text: text.trimEnd(), label: label?.trim() || null };
    if (words.text.trim() === '' && words.label === null) throw new TapeError('bad-input', 'An annotation has a text or a label.');
    const range = rangeOf(target);
    const witness = await witnessOf(catalog, tape, range.first, range.last);
    if (witness === null)
      throw new TapeError('unreadable', `The annotated entry can no longer be read in ${tape.file}.`, { path: tape.file });
    const now = Date.now();
    const one = { tape: tape.id, file: tape.file, target, ...range, ...words, changed: now, witness };
    const add = (): Kept => {
      const fresh = { ...one, id: randomBytes(6).toString('hex'), written: now };
      store.add(fresh);
      return fresh;
    };
    const annotation = shown(id === undefined ? add() : store.change({ ...one, id }), tape.id, false);
    tell({ type: 'annotations', tape: tape.id });
    return { annotation };
  };

  return {
    'annotations.list': async (input) => ({
      items: await listAnnotations(catalog, store, input),
      labels: store.labels(),
      notes: store.notes(),
    }),
    'annotations.set': set,
    'annotations.remove': async ({ id }) => {
      const gone = store.remove(id);
      const tape = catalog.tapes().find(({ file }) => file === gone.file);
      tell({ type: 'annotations', tape: tape?.id ?? gone.tape });
      return { removed: await annotationOf(catalog, gone, tape) };
    },
  };
}

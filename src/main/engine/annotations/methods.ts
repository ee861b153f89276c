import { randomBytes } from 'node:crypto';
import type { Handlers, Push } from '../../../shared/rpc/contract.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Engine } from '../engine.ts';
import { annotationOf, listAnnotations, shown } from './list.ts';
import { createAnnotationStore, type Kept } from './store.ts';
import { checkTarget, rangeOf } from './target.ts';
import { witnessOf } from './witness.ts';

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

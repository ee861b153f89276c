import type { Annotation, TapeRow } from '../../../shared/model/index.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Catalog } from '../catalog/types.ts';
import type { AnnotationStore, Kept } from './store.ts';
import { witnessOf } from './witness.ts';

/** As it is told: without what is kept for finding it and for holding it against the source. */
export function shown({ first: _first, last: _last, witness: _witness, ...rest }: Kept, tape: string, stale: boolean): Annotation {
  return {
    ...rest,
    tape,
    stale,
  };
}

/** `tape` is undefined where the catalog does not have it (any more). */
export async function annotationOf(catalog: Catalog, kept: Kept, tape: TapeRow | undefined): Promise<Annotation> {
  const now = tape === undefined ? null : await witnessOf(catalog, tape, kept.first, kept.last);
  return shown(kept, tape?.id ?? kept.tape, now !== kept.witness);
}

/** Newest last: all, those of one tape, or those about one entry of it. Throws TapeError('not-found') for a tape that is not there. */
export async function listAnnotations(
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

import type { Catalog } from './catalog/types.ts';
import type { KeptIn } from './evidence/kept-verdicts.ts';
import type { ProofsOf } from './library/filtered.ts';

/** Compares contexts with captured requests. What that takes is loaded with the first filter that asks for it. */
export function lazyProofs(catalog: Catalog, keptIn: KeptIn): ProofsOf {
  let proofs: Promise<ProofsOf> | null = null;
  return async (tapes, patience) => {
    proofs ??= import('./evidence/create-proofs.ts').then(({ createProofs }) => createProofs(catalog, keptIn));
    return (await proofs)(tapes, patience);
  };
}

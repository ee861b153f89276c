import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { PAGE_BYTES } from '../../engine/database/page-sums.ts';
import { type Harm, harms, spoil } from '../../engine/testing/spoil.ts';

/** Files of a home that a damage may be in. */
const FILES = ['catalog.db', 'catalog.db-wal', 'catalog.db-sums'] as const;
const TEXT = ['text-0.db', 'text-1.db', 'text-0.db-wal', 'text-1.db-wal', 'text-0.db-sums'] as const;

export interface Damage extends Harm {
  file: (typeof FILES | typeof TEXT)[number];
}

export const damages: fc.Arbitrary<Damage> = fc.record({
  file: fc.oneof({ weight: 6, arbitrary: fc.constant(FILES[0]) }, fc.constant(FILES[1]), fc.constant(FILES[2]), {
    weight: 3,
    arbitrary: fc.constantFrom(...TEXT),
  }),
  ...harms(PAGE_BYTES),
});

/** Only of the full text. */
export const textDamages: fc.Arbitrary<Damage> = fc
  .tuple(damages, fc.constantFrom(...TEXT))
  .map(([one, file]) => ({ ...one, file, how: one.how === 'row' || one.how === 'older' ? 'flip' : one.how }));

/** Damages a home; `older` is one from before its last import. */
export function damage(home: string, older: string, one: Damage): void {
  if (one.how === 'older') copyFileSync(join(older, 'catalog.db'), join(home, 'catalog.db'));
  else spoil(join(home, one.how === 'row' ? 'catalog.db' : one.file), one, PAGE_BYTES);
}

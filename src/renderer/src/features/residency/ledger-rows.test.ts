import { expect, it } from 'vitest';
import { packEvents } from '../../../../shared/model/residency-events.ts';
import { LEDGER_ROW, ledgerRows } from './ledger-rows.ts';
import type { Answer } from './rows.ts';

const event = (type: string, tokens: number) => ({ step: 7, type, tokens, basis: 'inferred' as const, note: '' });
const at7 = (tokens: number) => Float64Array.of(tokens);

/** One step, 7, of which everything is known that a ledger can say. */
const residency = {
  policy: 'as-recorded',
  ...{
    steps: Uint32Array.of(7),
    recorded: at7(9000),
    cached: at7(8000),
    counted: at7(6000),
    estimated: at7(500),
    evidence: Uint8Array.of(1),
  },
  ...{ tokenizer: 'o200k', outside: [{ name: 'request', tokens: at7(40) }], exact: Uint8Array.of(1) },
  ...{ base: at7(2000), added: at7(300), unexplained: at7(200) },
  events: packEvents([event('tools-loaded', 250), event('prompt-changed', 50)]),
  addedBy: [
    { name: 'tools-loaded', tokens: at7(250) },
    { name: 'prompt-changed', tokens: at7(50) },
  ],
  groups: { twice: { files: Uint32Array.of(2), tokens: at7(700) } },
} as unknown as Answer;

const names = (rows: number): string[] => ledgerRows(residency, 0, rows * LEDGER_ROW).map(({ name }) => name);

it('names all that a step has where there is room', () => {
  expect(ledgerRows(residency, 0, 1000).map(({ name, value }) => `${name} ${value}`)).toEqual([
    ...['step 7', 'recorded 9,000', 'cached 8,000', 'new 1,000', 'counted 6,000', 'estimated ~500', 'in no entry ~40', 'base 2,000'],
    ...['tools loaded 250', 'prompt changed 50', 'not explained 200', '2 files twice 700'],
  ]);
  expect(names(12)).toHaveLength(12);
});

it('never has more rows than fit, and says in the last one what did not', () => {
  for (let room = 1; room <= 12; room++) expect(names(room)).toHaveLength(room);
  expect(names(11)).toEqual([...names(12).filter((name) => !['in no entry', '2 files twice'].includes(name)), '2 more']);
  expect(names(7)).toEqual(['step', 'recorded', 'counted', 'estimated', 'tools loaded', 'not explained', '6 more']);
  expect(ledgerRows(residency, 0, 11 * LEDGER_ROW).at(-1)?.title).toBe('in no entry: ~40\n2 files twice: 700');
});

it('says of a step with a captured request what Context says of it', () => {
  const known = (proof: 'verified' | null) => ledgerRows(residency, 0, 1000, proof)[0];
  expect(known(null)).toMatchObject({ known: 'derived' });
  expect(known('verified')).toMatchObject({ known: 'verified', title: 'derived, and equal to the request' });
});

it('keeps how far the estimates are off before anything that the curve draws', () => {
  const whole = { ...residency, evidence: Uint8Array.of(0), groups: null } as Answer;
  const rows = ledgerRows(whole, 0, 3 * LEDGER_ROW + 5);
  expect(rows.map(({ name }) => name)).toEqual(['step', 'recorded', '9 more']);
  expect(ledgerRows(whole, 0, 4 * LEDGER_ROW).map(({ name, value }) => `${name} ${value}`)).toContain('estimates too low 2,500');
});

it('blames no estimate for the size of a request that its log recorded, and that differs from what was sent', () => {
  const recorded = { ...residency, evidence: Uint8Array.of(0), base: at7(Number.NaN) } as unknown as Answer;
  const rows = (proof: 'verified' | 'differs' | null) => ledgerRows(recorded, 0, 1000, proof).map(({ name }) => name);
  for (const proof of [null, 'verified'] as const) expect(rows(proof)).toContain('estimates too low');
  expect(rows('differs')).toContain('unaccounted');
  expect(rows('differs')).not.toContain('estimates too low');
});

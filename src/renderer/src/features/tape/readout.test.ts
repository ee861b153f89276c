import { describe, expect, it } from 'vitest';
import { flagOf, readEntry, readStep, stepWords } from './readout.ts';
import { columnsOf } from './testing/draw.ts';

const held = columnsOf('uacrAx', { steps: [2, 5, 6], input: [142_310, 9_000, Number.NaN], stepTone: [0, 1, 0] });

describe('the readout', () => {
  it('says a step with its recording', () => {
    expect(readStep(held, 1)).toBe('step 1 of 3 · 142,310 tokens recorded');
    expect(readStep(held, 2)).toBe('step 2 of 3 · of a sub-agent · 9,000 tokens recorded');
    expect(readStep(held, 3)).toBe('step 3 of 3 · no usage recorded');
    expect(stepWords(held, 1)).toBe('step 1 of 3, 142,310 tokens recorded');
  });

  it('says an entry with its kind and where it is', () => {
    expect(readEntry(held, 1)).toBe('#1 user · before the first step');
    expect(readEntry(held, 3)).toBe('#3 call · step 1 · 142,310 tokens recorded');
    expect(readEntry(held, 6)).toBe('#6 result · failed · step 3 · no usage recorded');
  });

  it('leaves out of the flag what is not recorded', () => {
    expect(flagOf(held, 1)).toBe('1 · 142,310');
    expect(flagOf(held, 3)).toBe('3');
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { abouts } from './abouts.ts';
import { EXPORTS } from './exports.ts';
import { formats } from './index.ts';
import { NAMINGS } from './namings.ts';
import { rulesOf } from './rules.ts';
import { surgeryOf } from './surgeries.ts';

const ids = formats().map(({ id }) => id);

describe('the tables', () => {
  it('say the same of which formats there are', () => {
    expect(abouts.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    for (const id of ids) expect(rulesOf(id), id).toBeDefined();
    for (const id of [...Object.keys(NAMINGS), ...Object.keys(EXPORTS)]) expect(ids).toContain(id);
  });

  it('have a sentence of its own for how each format’s contexts are known', () => {
    const said = ids.flatMap((id) => [...new Set(Object.values(rulesOf(id).evidence).filter((value) => value !== true))]);
    expect(said.filter((text, at) => said.indexOf(text) !== at)).toEqual([]);
  });

  it.each(abouts.filter(({ agreement }) => agreement.steps > 0))(
    'of README have the share of $name, rounded down as in the terminal',
    (about) => {
      const { steps, within500 } = about.agreement;
      const readme = readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8');
      const row = readme.split('\n').find((line) => line.startsWith(`| ${about.name} `) && line.split('|').length === 6);
      expect(
        row
          ?.split('|')
          .slice(3, 5)
          .map((cell) => cell.trim()),
      ).toEqual([steps.toLocaleString('en'), `${Math.floor((100 * within500) / steps)} %`]);
    },
  );

  it.each(abouts)('of $name have its surgery, or the reasons why there is none', async ({ id, cannot }) => {
    const surgery = await surgeryOf(id);
    for (const deed of ['fork', 'dropSpan', 'compact'] as const) expect(cannot[deed] === undefined, deed).toBe(surgery !== null);
  });
});

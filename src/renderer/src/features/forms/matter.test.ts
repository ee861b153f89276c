import fc from 'fast-check';
import { expect, it } from 'vitest';
import { matterOf } from './Output.tsx';

it('tells of much that was printed what failed, and the last line that says anything', () => {
  const text = ['one', 'error: two is wet', 'three', 'Tests 3 failed', 'five', 'six', ''].join('\n');
  expect(matterOf(text)).toEqual(['error: two is wet', 'Tests 3 failed', 'six']);
  expect(matterOf('a\nb\nc\n')).toEqual(['c']);
  expect(matterOf('\n\n')).toEqual([]);
});

it('tells four lines at most, in their order, and none that was not printed', () => {
  const line = fc.oneof(fc.string(), fc.constant('it failed'));
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const text = lines.join('\n');
      const matter = matterOf(text);
      expect(matter.length).toBeLessThanOrEqual(4);
      let from = 0;
      for (const one of matter) {
        const at = text.split('\n').indexOf(one, from);
        expect(at).toBeGreaterThanOrEqual(from);
        from = at + 1;
      }
    }),
  );
});

import { expect, test } from 'vitest';
import { judgeChangelog } from './changelog.mjs';

test('an item of the changelog is short, also over several lines, and there once', () => {
  expect(judgeChangelog('# Changelog\n\n- Reads logs.\n- Follows them.\n')).toEqual([]);
  expect(judgeChangelog(`- One.\n- ${'long '.repeat(50)}\n  ${'long '.repeat(50)}\n`)).toEqual([
    expect.stringMatching(/^CHANGELOG\.md:2: \d+ characters/),
  ]);
  expect(judgeChangelog('- One.\n- Two.\n- One.\n')).toEqual(['CHANGELOG.md:3: there twice']);
  expect(judgeChangelog('nothing')).toHaveLength(1);
});

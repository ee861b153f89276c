import { expect, test } from 'vitest';
import { opened } from './testing/opened.ts';

test('a read-only host sends nothing and stops nothing, and still says what could be sent', async () => {
  const writing = await opened();
  const { id: tape } = await writing.workspace();
  await writing.engine.close();
  const { call, refused } = await opened({ folder: writing.folder, readOnly: true });
  const bounds = { steps: 1, tokens: null, dollars: null, seconds: 60 };
  expect(await refused('runs.start', { tape, prompt: 'Go', model: 'openai:m', tools: [], bounds })).toMatch(/^read-only: /);
  expect(await refused('runs.answer', { run: 'r', call: 'c', answer: 'once' })).toMatch(/^read-only: /);
  expect(await refused('runs.stop', { run: 'r' })).toMatch(/^read-only: /);
  expect(await refused('runs.forget', { tape, rule: 'bash' })).toMatch(/^read-only: /);
  expect(await call('runs.setup', { tape })).toMatchObject({ run: null, chosen: [] });
});

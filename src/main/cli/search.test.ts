import { expect, test } from 'vitest';
import { writeFile } from '../engine/testing/files.ts';
import { claudeTree, jsonl } from '../engine/testing/tree.ts';
import { SearchAnswer } from './testing/answers.ts';
import { bind, openShell } from './testing/shell.ts';

test('typed conditions tell whether a native tape or the catalog is searched, and narrow either', async () => {
  const shell = openShell();
  bind(shell, [{ payload: { role: 'user', content: 'say it again' } }, { kind: 'event', payload: { name: 'say', data: {} } }]);
  const now = new Date().toISOString();
  const records = claudeTree('u1 "say nothing" > a1 "said" <- step m1').map((record) => ({ ...record, timestamp: now }));
  await shell.tape('import', writeFile(shell.home, 'logs/one.jsonl', jsonl(records)));
  const entriesOf = async (...words: string[]) => {
    const { items } = SearchAnswer.parse(await shell.json('search', ...words));
    return items.map(({ snippet }) => snippet);
  };
  expect(await entriesOf('agent:claude say')).toEqual(['say nothing']);
  expect(await entriesOf('agent:claude since:yesterday')).toHaveLength(2);
  const native = (await shell.json('search', 'say kind:message since:yesterday')) as { items: { snippet: string }[] };
  expect(native.items.map(({ snippet }) => snippet)).toEqual(['say it again']);
  expect((await shell.tape('search', 'since:yesterday')).err).toContain('A native tape is searched for words: tape log --since T');
  expect((await shell.tape('search', 'say agent:pi', '--fork', 'a')).err).toContain(
    'agent: searches the catalog, and --fork is for native',
  );
  expect((await shell.tape('search', 'say since:noon')).err).toContain('tape: since:noon is searched for as words: since: takes an age');
});

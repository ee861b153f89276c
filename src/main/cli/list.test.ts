import { expect, test } from 'vitest';
import { createShelf } from '../engine/annotations/shelf.ts';
import { bubTape } from '../engine/testing/bub-script.ts';
import { writeFile } from '../engine/testing/files.ts';
import { claudeTree, jsonl } from '../engine/testing/tree.ts';
import { ListAnswer } from './testing/answers.ts';
import { openShell, type Shell } from './testing/shell.ts';

/** Two sessions, a day and a year old, and a tape of another agent without times. */
const furnished = async (): Promise<{ shell: Shell; mast: string }> => {
  const shell = openShell(120);
  const dated = (text: string, session: string, days: number) =>
    claudeTree(text, { session }).map((record) => ({ ...record, timestamp: new Date(Date.now() - days * 86_400_000).toISOString() }));
  const mast = writeFile(
    shell.home,
    'logs/mast.jsonl',
    jsonl(dated('u1 "mend the mast" > a1 "mended" <- step m1 usage 9 9 0 0', 's1', 0.001)),
  );
  writeFile(shell.home, 'logs/keel.jsonl', jsonl(dated('u1 "paint the keel" > a1 "no" <- step m1 > e1 error "overloaded"', 's2', 365)));
  const bub = 'anchor session/start {}\nuser "hello" <- run r1\nassistant "good day" <- run r1';
  writeFile(shell.home, 'logs/0123456789abcdef__0123456789abcdef.jsonl', jsonl(bubTape(bub)));
  await shell.tape('import', 'logs');
  return { shell, mast };
};

const nameOf = (file: string): string => /([a-z]+|\d)[^/]*\.jsonl$/.exec(file)?.[1] ?? file;

test('tape list takes the conditions of the library, and says which to drop where none fits', async () => {
  const { shell } = await furnished();
  const names = async (...words: string[]) => ListAnswer.parse(await shell.json('list', ...words)).items.map(({ file }) => nameOf(file));
  expect(await names('agent:claude')).toEqual(['mast', 'keel']);
  expect(await names('since:yesterday')).toEqual(['mast']);
  expect(await names('until:yesterday', 'keel')).toEqual(['keel']);
  expect(await names('agent:claude -has:error')).toEqual(['mast']);
  expect(await names('steps:>0', 'errors:>0', '--sort', 'title')).toEqual(['keel']);
  expect(await names('agent:claude', '--limit', '1')).toEqual(['mast']);
  const { out, code } = await shell.tape('list', 'keel', 'since:yesterday');
  expect([code, out]).toEqual([
    0,
    'No tapes match keel since:yesterday.\nWithout keel there are 1.\nWithout since:yesterday there are 1.\n',
  ]);
});

test('tape list names a condition that cannot be read', async () => {
  const { shell } = await furnished();
  const { err, code } = await shell.tape('list', 'steps:many');
  expect([code, err]).toEqual([2, 'tape: steps:many cannot be read: steps: takes a number, such as >20, <2k or =3.\n']);
  expect((await shell.tape('list', 'since:noon')).err).toContain('takes an age (6h, 14d, 2w), today, yesterday or a date');
});

test('tape list shows titles, tags and favourites of readers, and filters by them', async () => {
  const { shell, mast } = await furnished();
  createShelf(shell.env.TAPESCOPE_HOME ?? '', false).set(mast, { favourite: true, title: 'A tall story', tags: ['to read'] });
  expect((await shell.tape('list')).out).toContain('★ A tall story  #to read');
  for (const words of [['--tag', 'to read'], ['--favourite'], ['tall', 'tag:"to read"'], ['title:tall']]) {
    const answer = await shell.json('list', ...words);
    expect(ListAnswer.parse(answer).items.map(({ file }) => nameOf(file))).toEqual(['mast']);
    expect(answer).toMatchObject({ total: 1 });
  }
  const [head, row] = (await shell.tape('list', 'tall', '--csv')).out.trimEnd().split('\n');
  expect([head?.slice(0, 10), row?.includes(',A tall story,'), row?.includes(`,yes,to read,${mast},`)]).toEqual(['tape,title', true, true]);
  const titles = ListAnswer.parse(await shell.json('list', 'agent:claude', '--sort', 'title')).items.map(({ file }) => nameOf(file));
  expect(titles).toEqual(['mast', 'keel']);
});

test('tape forget leaves a session out of the list until it is taken back, and says how', async () => {
  const { shell, mast } = await furnished();
  const listed = async () => ListAnswer.parse(await shell.json('list')).items.map(({ file }) => nameOf(file));
  const before = await listed();
  const { out } = await shell.tape('forget', mast);
  const id = /tape forget --undo (\w+) lists it again/.exec(out)?.[1] ?? '';
  expect(await listed()).toEqual(before.filter((name) => name !== 'mast'));
  expect((await shell.tape('forget')).out).toContain('mend the mast');
  expect((await shell.tape('forget', 'nothing')).code).toBe(2);
  expect((await shell.tape('forget', '--undo', id)).out).toBe('“mend the mast” is listed again.\n');
  expect(await listed()).toEqual(before);
  expect((await shell.tape('forget')).out).toBe('Nothing is forgotten.\n');
});

test('tape list sorts and filters by what sessions cost', async () => {
  const shell = openShell(120);
  for (const [name, tokens] of Object.entries({ mast: 1_000_000, keel: 3_000_000, hull: 2_000_000 })) {
    const records = claudeTree(`u1 "${name}" > a1 "done" <- step m-${name} usage ${tokens} 5 0 0`, { session: name });
    const priced = records.map((record) =>
      record.type === 'assistant' ? { ...record, message: { ...(record.message as object), model: 'claude-opus-4-5' } } : record,
    );
    writeFile(shell.home, `logs/${name}.jsonl`, jsonl(priced));
  }
  await shell.tape('import', 'logs');
  const names = async (...words: string[]) => ListAnswer.parse(await shell.json('list', ...words)).items.map(({ file }) => nameOf(file));
  expect(await names('--sort', 'cost')).toEqual(['keel', 'hull', 'mast']);
  expect(await names('cost:>9', '--sort', 'cost', '--limit', '1')).toEqual(['keel']);
  expect(await names('cost:<6')).toEqual(['mast']);
  expect((await shell.tape('list', 'cost:much')).err).toContain('cost: takes dollars, such as >1 or <0.25');
  const [head, row] = (await shell.tape('list', '--sort', 'cost', '--csv')).out.trimEnd().split('\n');
  expect(head?.split(',').slice(-3)).toEqual(['cost', 'cost_is_whole', 'copied_steps']);
  expect(Number(row?.split(',').at(-3))).toBeGreaterThan(9);
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Output } from '../../shared/rpc/contract.ts';
import { filesOf, opened } from './testing/opened.ts';

describe('native.command', () => {
  const ready = async () => {
    const host = await opened();
    const row = await host.workspace();
    return { ...host, row, run: (line: string) => host.call('native.command', { tape: row.id, line }) };
  };

  test('appends any line that does not begin with a comma', async () => {
    const { run, call, row } = await ready();
    expect(await run('Paint the boat, then the oars')).toEqual({ did: 'appended', lines: [], ids: [2] });
    const { raw } = await call('entries.get', { tape: row.id, seq: 2 });
    expect(JSON.parse(raw)).toMatchObject({ kind: 'message', payload: { role: 'user', content: 'Paint the boat, then the oars' } });
  });

  test('hands off, and tells of anchors, entries and hits', async () => {
    const { run } = await ready();
    await run('Paint the boat');
    expect(await run(',handoff name=painted summary="The boat is green" source_ids=2')).toMatchObject({ did: 'command', ids: [3] });
    const { lines } = await run(',anchors');
    expect(lines[1]).toContain('painted');
    expect(lines[1]).toContain('The boat is green');
    expect((await run(',tape.info')).lines.join('\n')).toContain('3 entries, 2 anchors');
    expect(await run(',tape.search query=boat kinds=message')).toMatchObject({ ids: [2] });
    expect(await run(',search boat')).toMatchObject({ ids: [3, 2] });
    expect(await run(',log limit=1')).toMatchObject({ ids: [3] });
    expect(await run(',log anchor=session/start')).toMatchObject({ ids: [1, 2] });
    expect((await run(',help')).lines.join('\n')).toContain(',handoff');
    expect((await run(',help search')).lines.join('\n')).toContain('query=');
  });

  test('forks, and shows a merge without doing it', async () => {
    const { run, call, row } = await ready();
    await run('Which paint?');
    expect((await run(',fork name=green at=2')).lines).toEqual(['Fork green starts after entry 2. It shares everything up to there.']);
    const [fork] = (await call('native.forks', { tape: row.id })).items;
    const tape = fork?.tape;
    if (tape == null) throw new Error('The fork is not in the library.');
    await call('native.command', { tape, line: 'Green paint.' });
    expect((await run(',forks')).lines[0]).toMatch(/^green {2}at 2, 1 entry, open/);
    const { lines } = await run(',merge name=green');
    expect(lines[0]).toBe('1 entry would be appended, 0 duplicates, 0 conflicts.');
    expect(lines.at(-1)).toMatch(/^Nothing was merged/);
    expect((await call('native.forks', { tape: row.id })).items[0]?.state).toBe('open');
    expect((await call('native.command', { tape, line: ',forks' })).lines[0]).toContain('green');
  });

  test('resets with an archive only', async () => {
    const { run, call, row } = await ready();
    await run('Old words');
    expect(await run(',reset')).toMatchObject({ did: 'unknown', ids: [] });
    expect((await call('native.info', { tape: row.id })).entries).toBe(2);
    const { did, lines } = await run(',reset archive=true');
    expect([did, lines[0]]).toEqual(['command', expect.stringContaining('archive')]);
    expect((await call('entries.list', { tape: row.id })).total).toBe(1);
  });

  test.each([',nothing', ',bash cmd=ls', ',', ',handoff summary="open', ',search', ',tape.reset', '   '])(
    '%s runs nothing',
    async (line) => {
      const { run, row } = await ready();
      const before = filesOf(row.file);
      expect(await run(line)).toMatchObject({ did: 'unknown', ids: [] });
      expect(filesOf(row.file)).toEqual(before);
    },
  );

  test('passes on what the store refuses', async () => {
    const { refused, row } = await ready();
    expect(await refused('native.command', { tape: row.id, line: ',handoff name=x source_ids=77' })).toMatch(/^refused: .*77/);
    expect(await refused('native.command', { tape: row.id, line: ',log anchor=none' })).toMatch(/^not-found: /);
    expect(await refused('native.command', { tape: row.id, line: ',merge nothing' })).toMatch(/^not-found: /);
  });

  test('whatever is typed, nothing breaks, and the tape has what the answer says', async () => {
    const { dispatch, call, row } = await ready();
    const count = async () => (await call('native.info', { tape: row.id })).entries;
    const word = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 6 }),
      fc.constantFrom(
        'name=x',
        'query=boat',
        'at=1',
        'at=99',
        'summary="a b"',
        'source_ids=1,77',
        'state={}',
        '--note',
        '"',
        '../up',
        'kind=message',
      ),
    );
    const name = fc.constantFrom(
      '',
      ',help',
      ',info',
      ',search',
      ',log',
      ',handoff',
      ',fork',
      ',forks',
      ',merge',
      ',reset',
      ',rest',
      ',tape.bash',
    );
    await fc.assert(
      fc.asyncProperty(name, fc.array(word, { maxLength: 4 }), async (command, words) => {
        const line = [command, ...words].join(' ');
        if (line === '') return;
        const before = await count();
        const answer = await dispatch('native.command', { tape: row.id, line }, new AbortController().signal);
        const made = (await count()) - before;
        if (!answer.ok) expect([answer.error.code, made]).toEqual([expect.not.stringContaining('internal'), 0]);
        else {
          const { did, ids } = answer.value as Output<'native.command'>;
          if (did === 'unknown') expect([ids, made]).toEqual([[], 0]);
          if (did === 'appended') expect([ids.length, made, line.startsWith(',')]).toEqual([1, 1, false]);
          if (did === 'command') expect([line.startsWith(','), made <= 1]).toEqual([true, true]);
        }
      }),
      { numRuns: 80 },
    );
  });
});

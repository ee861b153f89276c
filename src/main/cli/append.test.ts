import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { AppendAnswer, ErrorAnswer, InfoAnswer, LogAnswer } from './testing/answers.ts';
import { bound, codes, idsOf } from './testing/bound.ts';
import { ended } from './testing/shell.ts';

describe('append', () => {
  test('text, JSON and what the options say', async () => {
    const shell = bound();
    await shell.json('append', '--kind', 'event', '{"name":"start","data":{}}', '--meta', '{"run_id":"r2"}', '--anchor', 'session/start');
    await shell.tape('append', '--kind=note', '--anchor', '1', '--', '--not an option');
    const { items } = LogAnswer.parse(await shell.json('log', '--limit', '2'));
    expect(items.map(({ kind, payload, meta }) => ({ kind, payload, meta }))).toEqual([
      { kind: 'event', payload: { name: 'start', data: {} }, meta: { run_id: 'r2' } },
      { kind: 'note', payload: { text: '--not an option' }, meta: {} },
    ]);
    const wrong = [
      [' '],
      ['x', '--meta', '[]'],
      ['x', '--anchor', 'nowhere'],
      ['x', '--kind', ''],
      ['x', '--kind', 'k'.repeat(65)],
      ['x', '--corrects', 'last'],
      ['--corrects', '2', '-'],
    ];
    expect(await codes(shell, ...wrong.map((words) => ['append', ...words]))).toEqual([2, 2, 2, 2, 2, 2, 2]);
  });

  test('a bad line of stdin is named, and nothing of its batch is appended', async () => {
    const shell = bound();
    const { code, out, err } = await shell.fed('{"payload":1}\n\n{"payload"\n', 'append');
    expect({ code, out, err }).toEqual({ code: 2, out: '', err: 'tape: Line 3 of stdin is not JSON. Nothing was appended.\n' });
    const json = await shell.fed('{"payload":1}\nnull\n', 'append', '--json');
    expect([json.code, json.out, ErrorAnswer.parse(JSON.parse(json.err)).error.code]).toEqual([2, '', 'bad-input']);
    expect(InfoAnswer.parse(await shell.json('info')).entries).toBe(5);
  });

  test('with --keep-going the good lines are appended and the bad ones named', async () => {
    const shell = bound();
    const lines = '{"payload":1}\nnull\n{"payload":2,"corrects":99}\n{"payload":3}\n';
    const { code, out } = await shell.fed(lines, 'append', '--keep-going', '--json');
    const { refused, ...answer } = JSON.parse(out);
    expect([code, AppendAnswer.parse(answer).ids]).toEqual([2, [6, 7]]);
    expect(refused.map(({ line }: { line: number }) => line)).toEqual([2, 3]);
  });

  test('thousands of lines are appended in batches, each acknowledged', async () => {
    const shell = bound();
    const lines = Array.from({ length: 4500 }, (_, at) => JSON.stringify({ kind: 'note', payload: { text: `line ${at}` } }));
    const { code, out } = await shell.fed(lines.join('\n'), 'append');
    expect({ code, out }).toEqual({
      code: 0,
      out: 'Appended 6–2005 (2,000 entries).\nAppended 2006–4005 (2,000 entries).\nAppended 4006–4505 (500 entries).\n',
    });
    const late = await shell.fed([...lines.slice(0, 2100), '{'].join('\n'), 'append');
    expect([late.code, late.err]).toEqual([
      2,
      'tape: Line 2,101 of stdin is not JSON. Appended before it: 4506–6505; nothing after that.\n',
    ]);
    expect(idsOf(await shell.json('log', '--limit', '2100'))).toHaveLength(2100);
    expect(idsOf(await shell.json('log'))).toHaveLength(6505);
  });

  test('with --stream a line is on disk as soon as it is there', async () => {
    const shell = bound();
    const child = shell.start('append', '--stream', '-');
    const end = ended(child);
    child.stdin?.write('{"payload":{"text":"now"}}\n');
    if (child.stdout) await once(child.stdout, 'data');
    expect(idsOf(await shell.json('log', '--limit', '1'))).toEqual([6]);
    child.kill('SIGINT');
    expect(await end).toEqual({ code: 130, out: 'Appended 6.\n', err: 'tape: Stopped.\n' });
  });

  test('a reader that goes away stops nothing', async () => {
    const shell = bound();
    const child = shell.start('append', '--stream');
    const end = ended(child);
    child.stdin?.write('{"payload":1}\n');
    if (child.stdout) await once(child.stdout, 'data');
    child.stdout?.destroy();
    child.stdin?.write('{"payload":2}\n');
    child.stdin?.end('{"payload":3}\n');
    const { code, err } = await end;
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(InfoAnswer.parse(await shell.json('info')).entries).toBe(8);
  });

  test('nothing on stdin appends nothing', async () => {
    const shell = bound();
    expect(await shell.fed('\n', 'append')).toEqual({ code: 0, out: 'Nothing was appended: stdin held no entry.\n', err: '' });
  });
});

test('a whole entry as an argument is refused with the way to append it, and nothing is appended', async () => {
  const shell = bound();
  const { code, err } = await shell.tape('append', '{"kind":"event","payload":{"name":"note"}}');
  expect([code, err]).toEqual([2, expect.stringContaining('pipe it to tape append on stdin')]);
  expect((await shell.tape('append', '{"name":"note","data":{"kind":"x"}}', '--kind', 'event')).code).toBe(0);
  expect((await shell.tape('append', '{"kind":"deploy","payload":7}', '--kind', 'event')).code).toBe(0);
});

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { bind, ended, openShell, type Shell } from './testing/shell.ts';

/** What a running command printed so far, and the wait for a piece of it. */
const reading = (child: ChildProcess) => {
  let out = '';
  child.stdout?.on('data', (chunk) => {
    out += chunk;
  });
  const until = async (piece: string): Promise<string> => {
    while (!out.includes(piece)) if (child.stdout) await once(child.stdout, 'data');
    return out;
  };
  return { until };
};

const bound = (): Shell => {
  const shell = openShell();
  bind(shell, [{ payload: { role: 'user', content: 'entry two' } }]);
  return shell;
};

describe('tape log --follow', () => {
  test('continues with what other processes append, across handoffs, each entry once and in order', async () => {
    const shell = bound();
    const child = shell.start('log', '--follow', '--json');
    const end = ended(child);
    const { until } = reading(child);
    await until('entry two');
    await Promise.all([shell.tape('append', 'three or four'), shell.tape('append', 'four or three')]);
    await shell.tape('handoff', 'build');
    await shell.fed(Array.from({ length: 2500 }, (_, at) => `{"payload":{"text":"line ${at}"}}`).join('\n'), 'append');
    await shell.tape('append', 'the last one');
    await until('the last one');
    child.kill('SIGINT');
    const { code, out, err } = await end;
    expect({ code, err }).toEqual({ code: 130, err: '{"error":{"code":"cancelled","message":"Stopped."}}\n' });
    const entries = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(entries.map(({ id }) => id)).toEqual(Array.from({ length: 2506 }, (_, at) => at + 1));
    expect(entries[4]).toMatchObject({ kind: 'anchor', anchor: 'build' });
  });

  test('narrows what it shows, and continues when the tape is begun again', async () => {
    const shell = bound();
    await shell.tape('append', '--kind', 'note', 'an old note');
    const child = shell.start('log', '--follow', '--kind', 'note');
    const end = ended(child);
    const { until } = reading(child);
    await until('an old note');
    await shell.tape('append', '--kind', 'note', 'first note');
    await shell.tape('append', 'no note');
    await until('first note');
    await shell.tape('reset', '--archive');
    await shell.tape('append', '--kind', 'note', 'second note');
    await until('second note');
    child.kill('SIGINT');
    const { code, out, err } = await end;
    expect(code).toBe(130);
    expect(out).not.toContain('no note');
    expect(out).not.toContain('entry two');
    expect(err).toBe('tape: The tape was reset.\ntape: Stopped.\n');
  });

  test('ends without a word when nobody reads any more', async () => {
    const shell = bound();
    const child = shell.start('log', '--follow');
    const end = ended(child);
    if (child.stdout) await once(child.stdout, 'data');
    child.stdout?.destroy();
    await shell.tape('append', 'to nobody');
    const { code, err } = await end;
    expect({ code, err }).toEqual({ code: 0, err: '' });
  });
});

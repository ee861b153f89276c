import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { linesOf } from '../export/walk.ts';
import { mergeForks } from './merge.ts';
import { anchor, type Bench, bench, command, copyOf, digests, say } from './testing/workspace.ts';

const SCRIPT = fileURLToPath(new URL('./testing/merge-once.ts', import.meta.url));

/** Two forks with phases of their own and enough entries that writing them takes a while. */
function template(entries: number): Bench {
  const made = bench([say('a'), say('b')]);
  for (const name of ['one', 'two']) {
    made.fork(name, 3, [anchor(`${name}-first`, { key: name })]);
    made.on(name, (fork) => {
      fork.append(Array.from({ length: entries }, (_, at) => say(`${name} ${at} ${'x'.repeat(100)}`)));
      fork.handoff({ name: `${name}-last`, summary: 'done' });
      fork.append(
        Array.from({ length: entries }, (_, at) => ({ kind: 'tool_call', payload: { id: `${name}-${at}`, name: 'bash', arguments: {} } })),
      );
    });
  }
  return made;
}

const lines = (made: Bench): string[] => made.on(null, (tape) => [...linesOf(tape, 1, tape.head())]);

describe('a merge that fails leaves files and index byte for byte', () => {
  const fails = async (made: Bench, more: Parameters<typeof command>[1], expected: object) => {
    const before = digests(made.workspace.folder);
    const tape = made.open();
    await expect(mergeForks(tape, command(['one', 'two'], more))).rejects.toMatchObject(expected);
    // Before it is closed, and after.
    expect(withoutSqlite(digests(made.workspace.folder))).toEqual(withoutSqlite(before));
    expect(tape.head()).toBe(5);
    tape.close();
    expect(digests(made.workspace.folder)).toEqual(before);
  };

  it('for conflicts', async () => {
    await fails(
      template(3),
      {},
      { code: 'refused', details: { conflicts: expect.arrayContaining([expect.objectContaining({ type: 'state' })]) } },
    );
  });

  it('for a gate that cannot be started', async () => {
    await fails(template(3), { onConflict: 'keep-both', gate: { words: ['no-such-gate'], timeoutMs: 1000 } }, { code: 'bad-input' });
  });

  it('for a write that fails in the middle', async () => {
    const made = template(3);
    // The lines of the phase before can be written, and this phase's folder cannot be made.
    const block = join(made.workspace.folder, 'anchors/004_two-first');
    writeFileSync(block, 'in the way');
    await fails(made, { onConflict: 'keep-both' }, {});
    rmSync(block);
    const tape = made.open();
    expect(await mergeForks(tape, command(['one', 'two'], { onConflict: 'keep-both' }))).toMatchObject({ event: 5 + 16 + 1 });
    tape.close();
  });

  it('for files that may not grow further, wherever the limit is met', async () => {
    const made = template(400);
    for (const kilobytes of [40, 120, 300, 600]) {
      const copy = copyOf(made);
      const before = digests(copy.workspace.folder);
      const { said, code } = await finished(start(copy, `ulimit -f ${kilobytes * 2}; exec "$0" "$@"`));
      if (code === 0) continue;
      expect(said).toContain('failed');
      const head = copy.on(null, (tape) => tape.head());
      expect(head).toBe(5);
      expect(digests(copy.workspace.folder)).toEqual(before);
    }
  });
});

it('a merge that is killed is there as a whole or not at all', async () => {
  const made = template(40);
  const before = lines(made);
  const whole = before.length + 2 * 82 + 1;
  const lasts = await timed(copyOf(made));
  for (let round = 0; round < ROUNDS; round += 1) {
    const copy = copyOf(made);
    const child = start(copy);
    await once(child.stdout!, 'data');
    if (round % 2 === 0) await new Promise((resolve) => setTimeout(resolve, (1.2 * lasts * round) / ROUNDS));
    else untilWriting(copy, 2 * lasts, (lasts * round) / ROUNDS / 8);
    child.kill('SIGKILL');
    await finished(child);
    const { after, states, ids } = copy.on(null, (tape) => ({
      after: [...linesOf(tape, 1, tape.head())],
      states: tape.forks().map(({ state }) => state),
      ids: tape.rows({}).map(({ id }) => id),
    }));
    expect([before.length, whole]).toContain(after.length);
    expect(after.slice(0, before.length)).toEqual(before);
    expect(states).toEqual(after.length === whole ? ['merged', 'merged'] : ['open', 'open']);
    expect(ids).toEqual(after.map((_, at) => at + 1));
    if (after.length === whole || round % 5 > 0) continue;
    const tape = copy.open();
    expect((await mergeForks(tape, command(['one', 'two'], { onConflict: 'keep-both' }))).event).toBe(whole);
    tape.close();
  }
});

const ROUNDS = 30;

/** Blocks until the merge has begun to write, and then for some milliseconds more. */
function untilWriting({ workspace }: Bench, most: number, more: number): void {
  const pending = join(workspace.folder, 'pending.json');
  let end = performance.now() + most;
  while (performance.now() < end && !existsSync(pending));
  end = performance.now() + more;
  while (performance.now() < end);
}

/** How long a merge takes here and now, so that the kills fall all over it. */
async function timed(copy: Bench): Promise<number> {
  const child = start(copy);
  await once(child.stdout!, 'data');
  const began = performance.now();
  expect(await finished(child)).toMatchObject({ code: 0 });
  return performance.now() - began;
}

function start({ workspace }: Bench, script?: string): ChildProcess {
  const words = [process.execPath, SCRIPT, workspace.folder, 'one', 'two'];
  const [program, ...rest] = script === undefined ? words : ['sh', '-c', script, ...words];
  return spawn(program!, rest, { stdio: ['ignore', 'pipe', 'inherit'] });
}

async function finished(child: ChildProcess): Promise<{ said: string; code: number | null }> {
  let said = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
  return { said, code: child.exitCode };
}

/** While a tape is open SQLite keeps two files next to the index. */
const withoutSqlite = (files: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(files).filter(([path]) => !/-(wal|shm)$/.test(path)));

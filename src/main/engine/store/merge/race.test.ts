import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { mergeForks } from './merge.ts';
import { type Bench, bench, command, say } from './testing/workspace.ts';

const SCRIPT = fileURLToPath(new URL('./testing/append-until-closed.ts', import.meta.url));

it('what was appended to a fork while it was merged is in the merge, or was refused', async () => {
  for (let round = 0; round < 3; round += 1) {
    const made = bench([say('a')]);
    made.fork('one', 2, [say('first')]);
    const writers = [appender(made), appender(made)];
    await Promise.all(writers.map(({ begun }) => begun));
    const tape = made.open();
    await mergeForks(tape, command(['one']));
    tape.close();
    const said = (await Promise.all(writers.map(({ ended }) => ended))).flat();
    expect(said.filter((line) => !/^\d+$/.test(line))).toEqual(['refused', 'refused']);
    const acknowledged = said.filter((line) => /^\d+$/.test(line)).map(Number);
    const merged = made.on(null, (parent) =>
      parent.entries({}).flatMap(({ meta }) => (meta.from as { id?: number } | undefined)?.id ?? []),
    );
    expect(merged).toEqual(merged.toSorted((a, b) => a - b));
    expect(merged.slice(1)).toEqual(acknowledged.toSorted((a, b) => a - b));
    expect(made.on('one', (fork) => fork.head())).toBe(merged.at(-1));
  }
});

function appender({ workspace }: Bench): { begun: Promise<unknown>; ended: Promise<string[]> } {
  const child: ChildProcess = spawn(process.execPath, [SCRIPT, workspace.folder, 'one'], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const ended = once(child, 'close').then(() => said.trimEnd().split('\n'));
  return { begun: once(child.stdout!, 'data'), ended };
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { tempFolder, writeFile } from '../testing/files.ts';
import { build } from './build.ts';
import { setScope } from './edit.ts';
import { closeFloat, type Float, openFloat } from './float.ts';
import { TIME_LINE } from './format.ts';
import { scan } from './scan.ts';
import { project } from './testing.ts';
import { validate } from './validate.ts';

const KILLS = 16;
/** The child that uses threads is every so-manieth: it takes a moment longer until it writes. */
const THREADED = 4;
const FOLDERS = 100;

const here = (name: string): string => JSON.stringify(new URL(name, import.meta.url).href);
/** Loads all that it needs, waits for a line, and then builds what is stale, again and again. */
const PROGRAM = `import { flushCompileCache } from 'node:module'; import { once } from 'node:events';
  import { openFloat } from ${here('./float.ts')}; import { build } from ${here('./build.ts')}; import { loadCounter } from ${here('./tokens.ts')};
  await loadCounter(); flushCompileCache(); const [root, jobs] = process.argv.slice(2);
  console.log('ready'); await once(process.stdin, 'data');
  const float = openFloat(root); console.log('go'); for (;;) await build(float, { tiers: ['standard'], jobs: Number(jobs) });`;

const texts = (float: Float): Map<string, string> =>
  new Map(
    readdirSync(float.contexts)
      .filter((name) => !name.startsWith('%'))
      .map((name) => [name, readFileSync(join(float.contexts, name), 'utf8').replace(TIME_LINE, '')]),
  );

it(`a build that is killed leaves each file old or new and whole, and the next one repairs (${KILLS} times)`, async () => {
  const float = project(Object.fromEntries(Array.from({ length: FOLDERS }, (_, at) => [`d${at}/x.ts`, `${at}`])));
  await scan(float);
  await build(float, { tiers: ['standard'], jobs: 1 });
  const env = { ...process.env, NODE_COMPILE_CACHE: tempFolder() };
  // A file of its own: the threads of a program given by -e would take its options over, and refuse them.
  const program = writeFile(tempFolder(), 'builder.mjs', PROGRAM);
  const start = (kill: number): ChildProcess =>
    spawn(process.execPath, [program, float.root, kill % THREADED === 0 ? '2' : '1'], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const ready = async (child: ChildProcess): Promise<ChildProcess> => {
    await once(child.stdout ?? expect.fail(), 'data');
    return child;
  };
  let old = texts(float);
  let next = ready(start(0));
  for (let kill = 0; kill < KILLS; kill += 1) {
    const child = await next;
    if (kill + 1 < KILLS) next = ready(start(kill + 1));
    setScope(float, '/', true, `This is state ${kill}.`);
    child.stdin?.write('go\n');
    await once(child.stdout ?? expect.fail(), 'data');
    // Each at another moment of the build, spread over the whole of it.
    await setTimeout((((kill * 7) % KILLS) / KILLS) * (kill % THREADED === 0 ? 300 : 80));
    child.kill('SIGKILL');
    const [, signal] = child.signalCode === null && child.exitCode === null ? await once(child, 'exit') : [null, child.signalCode];
    // It was at work until then: one that ended by itself would prove nothing.
    expect(signal).toBe('SIGKILL');
    const found = texts(float);
    await build(float, { tiers: ['standard'], stale: true, jobs: 1 });
    const fresh = texts(float);
    const others = [...found].filter(([name, text]) => text !== old.get(name) && text !== fresh.get(name));
    expect(others).toEqual([]);
    expect([...found.keys()]).toEqual([...fresh.keys()]);
    old = fresh;
    if (kill % 4 === 0) expect((await validate(float)).filter(({ state }) => state !== 'current')).toEqual([]);
  }
  expect((await validate(float)).filter(({ state }) => state !== 'current')).toEqual([]);
  expect(readdirSync(float.contexts).filter((name) => name.startsWith('%'))).toEqual([]);
  expect(closeAndReopen(float)).toBe('ok');
});

const closeAndReopen = (float: Float): unknown => {
  closeFloat(float);
  const again = openFloat(float.root);
  const state = again.db.pragma('integrity_check', { simple: true });
  closeFloat(again);
  return state;
};

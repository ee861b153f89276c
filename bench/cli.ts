import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { keepAnswer } from '../src/main/engine/hooks/answers.ts';
import { makeSpool, takeSpool } from '../src/main/engine/hooks/spool.ts';
import { environmentIn } from './environment.ts';
import { type BenchOptions, type BenchRow, limitRow, median, percentile } from './report.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** A build of its own, so that the figures are of this source and nobody's open app changes under them. */
const outFolder = join(root, 'out/bench');
const TARGET = 1.5;

const build = (): string => {
  const builder = join(root, 'node_modules/electron-vite/bin/electron-vite.js');
  execFileSync(process.execPath, [builder, 'build', '--outDir', outFolder], { cwd: root, stdio: 'pipe' });
  return join(outFolder, 'main/tape.js');
};

/** A short session: a prompt, an answer, a prompt, … with usage on each answer. */
const session = (id: string, turns: number): string => {
  const lines: string[] = [];
  let parent: string | null = null;
  for (let turn = 0; turn < turns; turn++) {
    for (const type of ['user', 'assistant']) {
      const uuid = `${id}-${turn}-${type}`;
      const usage = { input_tokens: 10, output_tokens: 20, cache_read_input_tokens: 1000 * turn, cache_creation_input_tokens: 50 };
      const message =
        type === 'user'
          ? { role: 'user', content: `Question ${turn}` }
          : { id: `msg-${id}-${turn}`, role: 'assistant', model: 'claude-x', content: [{ type: 'text', text: `Answer ${turn}` }], usage };
      const timestamp = new Date(Date.UTC(2026, 0, 1, 12, turn)).toISOString();
      lines.push(JSON.stringify({ type, uuid, parentUuid: parent, sessionId: id, timestamp, cwd: '/project', version: '2.1.0', message }));
      parent = uuid;
    }
  }
  return `${lines.join('\n')}\n`;
};

/** A native tape of 2,000 messages, bound to `cwd`. */
const nativeTape = (tape: string, options: { cwd: string; env: NodeJS.ProcessEnv }): void => {
  const lines = Array.from({ length: 2000 }, (_, at) => JSON.stringify({ payload: { role: 'user', content: `Message ${at}` } }));
  execFileSync(process.execPath, [tape, 'init'], { ...options, stdio: 'ignore' });
  execFileSync(process.execPath, [tape, 'append'], { ...options, input: `${lines.join('\n')}\n`, stdio: ['pipe', 'ignore', 'inherit'] });
};

interface Options {
  cwd: string;
  env: NodeJS.ProcessEnv;
  input?: string;
}

/** A program and its words. */
type Program = readonly string[];

/** Milliseconds of each run of each program, in turn with the others so that a slow moment hits all alike. */
const alternate = (programs: readonly Program[], rounds: number, options: Options, between: () => void = () => {}): number[][] => {
  const times = programs.map((): number[] => []);
  for (let round = 0; round < rounds + 2; round++) {
    for (const [at, [program = '', ...words]] of programs.entries()) {
      between();
      const start = performance.now();
      // Into a pipe, as whoever reads the answer has it.
      const { status } = spawnSync(program, words, { ...options, stdio: ['pipe', 'pipe', 'ignore'] });
      const time = performance.now() - start;
      if (status !== 0) throw new Error(`${program} ${words.join(' ')} ended with ${status}`);
      // The first two rounds fill the compile cache and the disk's.
      if (round >= 2) times[at]?.push(time);
    }
  }
  return times;
};

const node = (...words: string[]): Program => [process.execPath, ...words];

/** Events of a turn. None begins a look at the context, which would run on into the next measurement. */
const HOOKS = ['SessionStart', 'UserPromptSubmit', 'Stop'];

/** What an agent waits for at each of its hooks, in the slowest of a hundred: in the shell, also where a text waits to be said; and in Node, as on Windows. */
const hookRows = (tape: string, quick: boolean, options: Options): BenchRow[] => {
  const input = JSON.stringify({ session_id: 'session-1', cwd: options.cwd, source: 'compact', prompt: 'Count the boats.' });
  const home = options.env.TAPESCOPE_HOME ?? '';
  const hook = (event: string): Program => ['sh', join(root, 'bin/tape-hook'), 'claude-code', event, process.execPath, tape];
  const inNode = HOOKS.map((event) => node(tape, 'hook', 'claude-code', event));
  const [speaks = '', ...others] = HOOKS;
  // The first of them finds a text each time. What the others leave is taken in between, as by an open window.
  const between = (): void => {
    takeSpool(home);
    keepAnswer({ home, agent: 'claude-code', session: 'session-1' }, 'compact', (name) => ({ name, text: 'x'.repeat(2000) }), Date.now());
  };
  makeSpool(home);
  const rounds = quick ? 3 : 200;
  const programs = [node('-e', '0'), ...inNode, ...others.map(hook), hook(speaks)];
  const [idle = [], ...times] = alternate(programs, rounds, { ...options, input }, between);
  const against = (what: string, value: number, yardstick: string, yardstickValue: number): BenchRow => ({
    ...{ what, value, unit: 'ms', yardstick, yardstickValue },
    ...{ ratio: value / yardstickValue, target: null, better: 'lower' },
  });
  const shell = times.slice(HOOKS.length);
  const [all, spoken, slow] = [shell.flat(), shell.at(-1) ?? [], times.slice(0, HOOKS.length).flat()];
  return [
    against('tape-hook AGENT EVENT, median', median(all), 'node -e 0', median(idle)),
    limitRow('tape-hook AGENT EVENT, p99', percentile(all, 0.99), 50),
    limitRow('tape-hook AGENT EVENT, where a text waits, p99', percentile(spoken, 0.99), 50),
    against('tape hook AGENT EVENT (in Node), median', median(slow), 'node -e 0', median(idle)),
    against('tape hook AGENT EVENT (in Node), p99', percentile(slow, 0.99), 'node -e 0, p99', percentile(idle, 0.99)),
  ];
};

/** Start to end of `tape` commands, as bundled, against Node doing nothing. */
export async function run({ quick }: BenchOptions): Promise<BenchRow[]> {
  const tape = build();
  const folder = mkdtempSync(join(tmpdir(), 'tapescope-bench-'));
  try {
    const env = environmentIn(join(folder, 'home'));
    const options = { cwd: join(folder, 'project'), env };
    for (const name of ['logs', 'project']) mkdirSync(join(folder, name));
    for (let at = 1; at <= 20; at++) writeFileSync(join(folder, 'logs', `session-${at}.jsonl`), session(`session-${at}`, 20));
    execFileSync(process.execPath, [tape, 'import', join(folder, 'logs')], { env, stdio: 'ignore' });
    const { items } = JSON.parse(execFileSync(process.execPath, [tape, 'list', '--json'], { env, encoding: 'utf8' }));
    nativeTape(tape, options);
    const commands = {
      'tape --version': ['--version'],
      'tape list': ['list'],
      'tape view ID': ['view', items[0].tape],
      'tape log, 2,000 entries': ['log'],
    };
    const runs = [node('-e', '0'), ...Object.values(commands).map((words) => node(tape, ...words))];
    const [idle = Number.NaN, ...times] = alternate(runs, quick ? 3 : 31, options).map(median);
    const rows = Object.keys(commands).map((what, at): BenchRow => {
      const value = times[at] ?? Number.NaN;
      return {
        what,
        value,
        unit: 'ms',
        yardstick: 'node -e 0',
        yardstickValue: idle,
        ratio: value / idle,
        target: TARGET,
        better: 'lower',
      };
    });
    return [...rows, ...hookRows(tape, quick, options)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

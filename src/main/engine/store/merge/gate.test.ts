import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tempFolder, writeFile } from '../../testing/files.ts';
import { runGate } from './gate.ts';
import { splitWords } from './gate-command.ts';

const cwd = tempFolder();

/** A gate written in JavaScript. */
const judge = (code: string, union: Iterable<string> = [], more: { timeoutMs?: number; signal?: AbortSignal } = {}) =>
  runGate({ words: [process.execPath, '-e', code], timeoutMs: more.timeoutMs ?? 300_000 }, union, { cwd, ...more });

function* lines(count: number): Generator<string> {
  for (let at = 0; at < count; at += 1) yield JSON.stringify({ id: at + 1, text: 'x'.repeat(80) });
}

const COUNT = `
  let lines = 0;
  process.stdin.on('data', (chunk) => { for (const byte of chunk) if (byte === 10) lines += 1; });
  process.stdin.on('end', () => { console.log(lines); process.exit(lines === 30000 ? 0 : 1); });
`;

describe('a gate', () => {
  it('gets the whole union, survives on exit 0 and keeps what was printed', async () => {
    expect(await judge(COUNT, lines(30_000))).toMatchObject({ verdict: 'survives', exit: 0, output: '30000' });
    expect(await judge(COUNT, lines(29_999))).toMatchObject({ verdict: 'refuted', exit: 1 });
  });

  it('may judge without reading', async () => {
    expect(await judge('process.exit(0)', lines(30_000))).toMatchObject({ verdict: 'survives' });
    expect(await judge('process.stdin.destroy(); setTimeout(() => process.exit(3), 50)', lines(30_000))).toMatchObject({ exit: 3 });
  });

  it('stops asking for lines once nobody reads them', async () => {
    let asked = 0;
    function* counted() {
      for (const line of lines(200_000)) {
        asked += 1;
        yield line;
      }
    }
    await judge('process.exit(0)', counted());
    expect(asked).toBeLessThan(200_000);
  });

  it('that takes too long is refuted, and all that it started is ended', async () => {
    const note = join(cwd, 'child.pid');
    // A shell starts at once: a Node may take longer than a gate is given here, on a busy machine.
    const code = 'trap "" TERM; sleep 1000 & echo $! > "$0"; trap - TERM; wait';
    const verdict = await runGate({ words: ['sh', '-c', code, note], timeoutMs: 4000 }, [], { cwd });
    expect(verdict).toMatchObject({ verdict: 'refuted', exit: null, output: 'It took longer than 4 s and was ended.' });
    expect(existsSync(note)).toBe(true);
    await gone(Number(readFileSync(note, 'utf8')));
  });

  it('that a signal ended is refuted', async () => {
    expect(await judge('process.kill(process.pid, "SIGKILL"); setInterval(() => {}, 1000)')).toMatchObject({
      verdict: 'refuted',
      exit: null,
    });
  });

  it('that exited is not waited for because of what it left behind', async () => {
    const code = `
      const child = require('child_process').spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], { stdio: 'inherit' });
      child.unref();
      process.exit(0);
    `;
    expect(await judge(code)).toMatchObject({ verdict: 'survives' });
  });

  it('can be cancelled, before and meanwhile', async () => {
    await expect(judge('', [], { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'cancelled' });
    const controller = new AbortController();
    const running = judge('setInterval(() => {}, 1000)', [], { signal: controller.signal });
    setTimeout(() => controller.abort(), 100);
    await expect(running).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('that cannot be started is not a verdict', async () => {
    const started = (words: string[]) => runGate({ words, timeoutMs: 1000 }, [], { cwd });
    await expect(started(['no-such-command-here', 'x'])).rejects.toMatchObject({
      code: 'bad-input',
      message: 'The gate “no-such-command-here x” cannot be started: there is no such command.',
    });
    await expect(started([writeFile(cwd, 'plain.txt', 'no program')])).rejects.toMatchObject({ code: 'bad-input' });
    await expect(started([])).rejects.toMatchObject({ code: 'bad-input' });
    await expect(started(['a\0b'])).rejects.toMatchObject({ code: 'bad-input' });
    await expect(runGate({ words: ['true'], timeoutMs: 1000 }, [], { cwd: join(cwd, 'gone') })).rejects.toMatchObject({
      code: 'bad-input',
    });
  });

  it('is shown by the end of its output, without what steers a terminal', async () => {
    const code = `
      console.log('first' + 'x'.repeat(10000));
      console.error('\\u001b[31mred\\u001b[0m\\u0007 \\u009b2J[ok]\\r\\n\\tlast');
      process.exitCode = 2;
    `;
    const { output, exit } = await judge(code);
    expect(exit).toBe(2);
    expect(output.length).toBeLessThanOrEqual(4096);
    expect(output).not.toContain('first');
    expect(output).toContain('red 2J[ok]\n\tlast');
  });

  it('is run without a shell', async () => {
    const { output } = await runGate({ words: ['echo', '$HOME', '*', '; exit 1'], timeoutMs: 300_000 }, [], { cwd });
    expect(output).toBe('$HOME * ; exit 1');
  });
});

/** Asks again until the process is gone, by its id alone. */
async function gone(pid: number): Promise<void> {
  for (let round = 0; round < 200; round += 1) {
    if (!alive(pid)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`process ${pid} is still there`);
}

function alive(pid: number): boolean {
  try {
    // A process that nobody has waited for yet is ended all the same.
    if (existsSync(`/proc/${pid}/stat`)) return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('words of a command line', () => {
  it.each([
    ['npm run check', ['npm', 'run', 'check']],
    ['  a\t b\n', ['a', 'b']],
    [`node -e "process.exit(0)" 'a b'`, ['node', '-e', 'process.exit(0)', 'a b']],
    [`a"b c"d'e f'g`, ['ab cde fg']],
    [`"" ''`, ['', '']],
    [String.raw`a\ b "c\"d\n" 'e\'`, ['a b', String.raw`c"d\n`, 'e\\']],
    ['$HOME `id` $(id) * ~ > x | y; z && w', ['$HOME', '`id`', '$(id)', '*', '~', '>', 'x', '|', 'y;', 'z', '&&', 'w']],
  ])('%s', (text, expected) => expect(splitWords(text)).toEqual(expected));

  it.each(['', '   ', `a 'b`, `a "b`, 'a\\'])('%j is refused', (text) => expect(() => splitWords(text)).toThrow('The command'));

  it('quoted words come back as they were', () => {
    const quoted = (word: string) => `'${word.replaceAll("'", `'"'"'`)}'`;
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 8 }), { minLength: 1, maxLength: 4 }), (words) => {
        expect(splitWords(words.map(quoted).join(' '))).toEqual(words);
      }),
    );
  });

  it('agrees with a shell', async () => {
    const text = String.raw`node 'a"b' "c'd" e\'f "g\\h\"i\x" j"k"'l'`;
    const shell = spawn('sh', ['-c', `printf '%s\\0' ${text}`]);
    const chunks: Buffer[] = [];
    shell.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    await once(shell, 'close');
    expect(splitWords(text)).toEqual(Buffer.concat(chunks).toString().split('\0').slice(0, -1));
  });
});

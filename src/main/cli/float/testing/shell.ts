import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { tempFolder, writeFile } from '../../../engine/testing/files.ts';
import { type Ended, ended } from '../../testing/shell.ts';

export const FLOAT = fileURLToPath(new URL('../float.ts', import.meta.url));

export interface FloatShell {
  readonly root: string;
  readonly env: Record<string, string | undefined>;
  /** Runs `float …` in the project, or with `inside` in a folder of it. */
  float(...words: string[]): Promise<Ended>;
  inside(folder: string, ...words: string[]): Promise<Ended>;
  /** The same with `--json`; answers the one object on stdout, and fails where there is anything else. */
  json(...words: string[]): Promise<Record<string, unknown>>;
  /** The same as `float`, with text on stdin. */
  fed(input: string, ...words: string[]): Promise<Ended>;
  start(...words: string[]): ChildProcess;
}

/** A terminal in a project of these files, which nobody has made a `.float` for. */
export function openProject(files: Record<string, string> = {}): FloatShell {
  const root = tempFolder();
  for (const [name, text] of Object.entries(files)) writeFile(root, name, text);
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, HOME: tempFolder(), COLUMNS: '80' };
  const run = (cwd: string, words: readonly string[]): ChildProcess =>
    spawn(process.execPath, [FLOAT, ...words], { env, cwd, stdio: ['pipe', 'pipe', 'pipe'] });
  const fed = (input: string, cwd: string, words: readonly string[]): Promise<Ended> => {
    const child = run(cwd, words);
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
    return ended(child);
  };
  return {
    root,
    env,
    start: (...words) => run(root, words),
    float: (...words) => fed('', root, words),
    inside: (folder, ...words) => fed('', `${root}/${folder}`, words),
    fed: (input, ...words) => fed(input, root, words),
    async json(...words) {
      const { code, out, err } = await fed('', root, [...words, '--json']);
      if (code !== 0 || err !== '') throw new Error(`float ${words.join(' ')} --json ended with ${code}: ${err}`);
      if (out.indexOf('\n') !== out.length - 1) throw new Error('--json printed more than one line');
      return JSON.parse(out);
    },
  };
}

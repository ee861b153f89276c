import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { ended } from './hosts.ts';
import type { Sandbox } from './sandbox.ts';

const root = join(import.meta.dirname, '..');

/** Tapescope as `npm install --global` lays it down. */
export interface Installed {
  /** The folder of the package. */
  readonly folder: string;
  readonly manifest: { scripts?: Record<string, string>; dependencies?: object; bin: Record<string, string>; man: string[] };
  /** Bytes of all its files. */
  readonly size: number;
  readonly files: readonly string[];
  /** The tarball's size in bytes. */
  readonly packed: number;
  /** Runs an installed command in the sandbox's home, with nothing but Node and the command on the path. */
  run(command: string, ...words: string[]): { status: number | null; out: string; err: string };
  /** Starts an installed command and answers the address that it prints; `end` stops it. */
  serve(command: string, ...words: string[]): Promise<{ url: string; end: () => Promise<void> }>;
}

const must = (program: string, words: readonly string[], env: NodeJS.ProcessEnv): string => {
  const { status, stdout, stderr, error } = spawnSync(program, words, { cwd: root, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${words[0]} ended with ${status}: ${error?.message ?? stderr}`);
  return stdout;
};

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name));

/** Packs the checkout and installs the tarball into an empty prefix, with an empty home and cache, and without a network. */
export function install(sandbox: Sandbox): Installed {
  const place = (name: string): string => {
    mkdirSync(join(sandbox.folder, name));
    return join(sandbox.folder, name);
  };
  const [tarballs, prefix] = [place('tarballs'), place('prefix')];
  const env = {
    PATH: process.env.PATH,
    HOME: place('home'),
    TMPDIR: sandbox.env.TMPDIR,
    npm_config_cache: place('cache'),
    npm_config_userconfig: join(sandbox.folder, 'npmrc'),
    npm_config_offline: 'true',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
  };
  must('npm', ['pack', '--pack-destination', tarballs], env);
  const tarball = join(tarballs, readdirSync(tarballs)[0] ?? '');
  must('npm', ['install', '--global', '--prefix', prefix, tarball], env);
  const folder = join(prefix, 'lib/node_modules/tapescope');
  const files = filesBelow(folder);
  const bare = { ...env, PATH: [join(prefix, 'bin'), dirname(process.execPath)].join(delimiter), TAPESCOPE_CHECK: '1' };
  const program = (command: string): string => join(prefix, 'bin', command);
  return {
    folder,
    files: files.map((file) => file.slice(folder.length + 1)),
    manifest: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Installed['manifest'],
    size: files.reduce((sum, file) => sum + statSync(file).size, 0),
    packed: statSync(tarball).size,
    run(command, ...words) {
      const { status, stdout, stderr } = spawnSync(program(command), words, { cwd: env.HOME, env: bare, encoding: 'utf8' });
      return { status, out: stdout, err: stderr };
    },
    async serve(command, ...words) {
      const child = spawn(program(command), words, { cwd: env.HOME, env: bare, stdio: ['ignore', 'pipe', 'inherit'] });
      const url = await new Promise<string>((resolve, reject) => {
        child.once('exit', (code) => reject(new Error(`${command} ended with ${code}.`)));
        createInterface({ input: child.stdout }).on('line', (line) => {
          const address = /http:\/\/\S+/.exec(line)?.[0];
          if (address !== undefined) resolve(address);
        });
      });
      const end = async (): Promise<void> => {
        child.kill('SIGTERM');
        await ended(child);
      };
      return { url, end };
    },
  };
}

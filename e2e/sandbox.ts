import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A person's home folder of one test: empty but for what the test puts there. */
export interface Sandbox {
  readonly folder: string;
  readonly env: Record<string, string>;
  /** Writes lines below the home folder and answers the path. */
  write(path: string, lines: readonly string[]): string;
  append(path: string, line: string): void;
  remove(): void;
}

const unset = [
  ...['CLAUDE_CONFIG_DIR', 'BUB_HOME', 'TAPE_HOME', 'NODE_OPTIONS', 'ELECTRON_RUN_AS_NODE', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME'],
  ...['ANTHROPIC_API_KEY', 'ANTHROPIC_BASE_URL', 'OPENAI_API_KEY', 'OPENAI_BASE_URL'],
];

/** What Node compiled is kept for all tests of a run: each has a home of its own, and would compile the same bundle again. */
const COMPILED = join(import.meta.dirname, '../test-results/compiled');

/** Makes the home folder, and the environment under which an app takes it for its own. */
export function createSandbox(): Sandbox {
  const folder = mkdtempSync(join(tmpdir(), 'tapescope-e2e-'));
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary);
  const inherited = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !unset.includes(entry[0]),
  );
  const place = (path: string): string => join(folder, path);
  return {
    folder,
    env: {
      ...Object.fromEntries(inherited),
      HOME: folder,
      USERPROFILE: folder,
      TMPDIR: temporary,
      TAPESCOPE_HOME: place('.tapescope'),
      TAPESCOPE_CHECK: '1',
      TAPESCOPE_NODE: process.execPath,
      NODE_COMPILE_CACHE: COMPILED,
    },
    write(path, lines) {
      mkdirSync(dirname(place(path)), { recursive: true });
      writeFileSync(place(path), lines.map((line) => `${line}\n`).join(''));
      return place(path);
    },
    append: (path, line) => appendFileSync(place(path), `${line}\n`),
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }),
  };
}

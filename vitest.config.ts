import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/longest-first.ts';

const ENGINE = ['src/{main,shared}/**/*.test.ts', 'scripts/**/*.test.ts'];
/** Files that put modules of their own in the place of others. */
const MOCKING = globSync(ENGINE, { cwd: import.meta.dirname }).filter((file) =>
  readFileSync(join(import.meta.dirname, file), 'utf8').includes('vi.mock('),
);

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'engine',
          include: ENGINE,
          exclude: MOCKING,
          // As Node runs the sources themselves, and one file after another in a process: to transform and load them for each file took half the time.
          isolate: false,
          experimental: { viteModuleRunner: false },
        },
      },
      { extends: true, test: { name: 'window', include: ['src/renderer/**/*.test.{ts,tsx}', ...MOCKING] } },
    ],
    globalSetup: ['scripts/empty-home.ts'],
    setupFiles: ['scripts/each-file.ts'],
    sequence: { sequencer: LongestFirst },
    environment: 'node',
    // Each process and thread that a test starts runs the sources: Node strips and compiles them once, and not in each of thousands.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compiled') },
    // These end what hangs, and nothing else: a slow machine that does eight other things takes a hundred times as long.
    testTimeout: 900_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
    maxWorkers: 2,
    pool: 'forks',
  },
});

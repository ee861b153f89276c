import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/longest-first.ts';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'scripts/**/*.test.ts'],
    setupFiles: ['scripts/each-file.ts'],
    sequence: { sequencer: LongestFirst },
    environment: 'node',
    // Each process and thread that a test starts runs the sources: Node strips and compiles them once, and not in each of thousands.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compiled') },
    // These end what hangs, and nothing else: a slow machine that does eight other things takes a hundred times as long.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
    maxWorkers: 2,
    pool: 'forks',
  },
});

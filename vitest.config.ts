import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'scripts/**/*.test.ts'],
    setupFiles: ['scripts/seed.ts'],
    environment: 'node',
    // Ends what hangs, and nothing else: a machine that does eight other things takes ten times as long.
    testTimeout: 60_000,
    maxWorkers: 2,
    pool: 'forks',
  },
});

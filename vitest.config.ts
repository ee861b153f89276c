import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'scripts/**/*.test.ts'],
    setupFiles: ['scripts/seed.ts'],
    environment: 'node',
    testTimeout: 30_000,
    maxWorkers: 2,
    pool: 'forks',
  },
});

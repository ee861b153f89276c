import { globSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

/** Every program that Node starts by itself: the hosts, the terminal, and each worker of the engine, flat in out/main. */
const mainEntries = (): Record<string, string> => {
  const entries: Record<string, string> = {
    index: resolve('src/main/index.ts'),
    serve: resolve('src/main/serve.ts'),
    tape: resolve('src/main/cli/tape.ts'),
    float: resolve('src/main/cli/float/float.ts'),
  };
  for (const file of globSync('src/main/engine/**/*-worker.ts')) entries[basename(file, '.ts')] = resolve(file);
  return entries;
};

export default defineConfig({
  main: {
    build: {
      // Only what cannot be bundled stays outside: bundled JavaScript starts twice as fast as a tree of packages.
      externalizeDeps: { exclude: ['zod', 'chokidar', 'commander', 'gpt-tokenizer'] },
      rolldownOptions: {
        input: mainEntries(),
        // Chunks lie beside the entries, so that a worker is at the same relative place for all of them.
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          // What a command of the terminal needs lies in few files: to find and link forty small ones takes longer than all it does.
          codeSplitting: {
            groups: [
              { name: 'terminal', test: /\/cli\/(main|options|format\/(log|table|list))\.ts$|\/app\/settings\.ts$/, priority: 3 },
              { name: 'native', test: /\/cli\/(native|pages|commands\/(log|append))\.ts$/, priority: 2 },
              { name: 'store', test: /\/engine\/store\/open-tape\.ts$/, priority: 1 },
            ],
          },
        },
      },
    },
  },
  preload: {
    build: {
      // A sandboxed preload is one CommonJS file; it can require nothing but electron.
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: resolve('src/preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    plugins: [react()],
    build: {
      minify: true,
      // The CSP allows no data: fonts or scripts, so nothing is inlined.
      assetsInlineLimit: 0,
      rolldownOptions: { input: resolve('src/renderer/index.html') },
    },
  },
});

import { existsSync, globSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { workerUrl } from './worker.ts';

test('a worker is found in its folder in source', () => {
  expect(workerUrl('ingest/ingest-worker', 'file:///app/src/main/engine/worker.ts').pathname).toBe(
    '/app/src/main/engine/ingest/ingest-worker.ts',
  );
});

test('a worker is found next to the chunks in the bundle', () => {
  expect(workerUrl('ingest/ingest-worker', 'file:///app/out/main/open-x1.js').pathname).toBe('/app/out/main/ingest-worker.js');
});

test('no two workers share a file name, since the bundle is flat', () => {
  const names = globSync('**/*-worker.ts', { cwd: fileURLToPath(new URL('.', import.meta.url)) });
  for (const name of names) expect(existsSync(workerUrl(name.slice(0, -'.ts'.length)))).toBe(true);
  expect(new Set(names.map((name) => basename(name))).size).toBe(names.length);
});

import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesIn } from '../../captures/files.ts';
import { asString } from '../json.ts';
import { type OwnFiles, recordsIn } from '../wiring.ts';
import { claudeCodeWiring } from './wiring.ts';

/** Folders that the real Claude Code wrote, with their index and without. */
const corpus = process.env.TAPESCOPE_CORPUS ?? '';
const INDEX = 'index.jsonl';

const without = (files: OwnFiles, modified: OwnFiles['modified']): OwnFiles => ({
  paths: files.paths.filter((path) => path !== INDEX),
  read: (path) => (path === INDEX ? null : files.read(path)),
  modified,
  once: (_name, _paths, make) => make(),
});

const pairsIn = (files: OwnFiles) =>
  (claudeCodeWiring.own?.read(files).exchanges ?? []).map(({ request, response }) => ({ request, response }));

describe.runIf(corpus !== '')('bodies of Claude Code without their index', () => {
  it.each(corpus === '' ? [] : globSync('lab/claude-code/*/bodies/index.jsonl', { cwd: corpus }))(
    'of %s have the answers that it names',
    (path) => {
      const files = filesIn(dirname(join(corpus, path)));
      const named = pairsIn(files);
      const times = new Map<string, number>();
      for (const { request_file, response_file, timestamp } of recordsIn(readFileSync(join(corpus, path)))) {
        const at = Date.parse(asString(timestamp) ?? '');
        times.set(asString(request_file) ?? '', at - 20).set(asString(response_file) ?? '', at);
      }
      expect(pairsIn(without(files, (name) => times.get(name) ?? 0))).toEqual(named);
      // A copy has lost the times: what is joined is right all the same.
      const found = pairsIn(without(files, files.modified)).filter(({ response }) => response !== null);
      expect(named).toEqual(expect.arrayContaining(found));
      expect(found.length).toBeGreaterThan(named.length / 2);
    },
  );
});

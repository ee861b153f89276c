import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Place } from '../../../shared/model/place.ts';
import { assemble } from './assemble.ts';
import { streamFull } from './full-stream.ts';
import { importFile } from './testing/imported.ts';

const corpus = process.env.TAPESCOPE_CORPUS ?? '';
/** Larger logs are left to the others of their kind. */
const LARGEST = 1_000_000;
const KINDS = {
  'Claude Code': ['claude-code/*.jsonl', 'claude-code-trees/**/*.jsonl', 'lab/claude-code/*/transcripts/**/*.jsonl'],
  'pi and OpenClaw': ['pi/*.jsonl', 'openclaw/*.jsonl', 'lab/pi/*/log/**/*.jsonl'],
  Codex: ['codex/**/*.jsonl'],
  Bub: ['bub/*.jsonl'],
};

const isRead = (name: string): boolean => {
  const { size } = statSync(join(corpus, name));
  return size > 0 && size < LARGEST && !/Dicklesworthstone|\.trajectory/.test(name);
};

const logsIn = (globs: string[]): string[] => (corpus === '' ? [] : globSync(globs, { cwd: corpus }).filter(isRead).sort());

describe.skipIf(corpus === '')('the view of everything of real logs, a run at a time (TAPESCOPE_CORPUS)', () => {
  it.each(Object.entries(KINDS))('%s: it is the view in one piece', async (_kind, globs) => {
    let streamed = 0;
    const logs = logsIn(globs);
    for (const name of logs) {
      const { store, rim, tape } = importFile(join(corpus, name));
      const { steps } = store.catalog.tape(tape);
      const some = [...new Set([1, Math.ceil(steps / 2), steps])].filter((step) => step >= 1 && step <= steps);
      for (const place of [...some.map((step): Place => ({ step })), { next: true } satisfies Place]) {
        const view = await streamFull(rim, tape, place, 20);
        if (view === null) continue;
        streamed += 1;
        const whole = { ...view.head, blocks: [...view.blocks()].flat(), ...view.tail };
        expect(JSON.stringify(whole), name).toBe(JSON.stringify(await assemble(rim, tape, place, { type: 'full' })));
      }
      store.close();
    }
    expect(streamed).toBeGreaterThan(2 * logs.length);
  });
});

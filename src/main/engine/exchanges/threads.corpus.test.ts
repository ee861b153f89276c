import { globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { identityOf } from '../formats/captured/identity.ts';
import { openContainer } from './container.ts';

const corpus = process.env.TAPESCOPE_CORPUS ?? '';
const LAB = join(corpus, 'lab/claude-code');

/** Which log has the answer with an id; null where a fork copied it, so that two have it. */
const logsOf = (folder: string): Map<string, string | null> => {
  const found = new Map<string, string | null>();
  for (const log of globSync(join(folder, 'transcripts/**/*.jsonl')))
    for (const [, id = ''] of readFileSync(log, 'utf8').matchAll(/"id":"(msg_[^"]+)"/g)) {
      const known = found.get(id);
      found.set(id, known === undefined || known === basename(log) ? basename(log) : null);
    }
  return found;
};

const put = (sets: Map<string, Set<string>>, key: string, value: string): void =>
  void sets.set(key, (sets.get(key) ?? new Set()).add(value));

/** The logs that a conversation has answers of, and the conversations that have answers of a log. */
const matched = (folder: string) => {
  const [logs, container] = [logsOf(folder), openContainer(join(folder, 'requests'))];
  const [ofThread, ofLog] = [new Map<string, Set<string>>(), new Map<string, Set<string>>()];
  for (const [at, thread] of container.threads().entries()) {
    const exchange = container.exchange(at);
    const log = exchange && logs.get(identityOf(exchange)?.id ?? '');
    if (thread === null || log == null) continue;
    put(ofThread, thread, log);
    put(ofLog, log, thread);
  }
  return { ofThread, ofLog };
};

/** Its third summary is in no answer that was kept. */
const SPLIT = ['2.1.112-compact-a'];

describe.skipIf(corpus === '')('conversations among the requests of the lab (TAPESCOPE_CORPUS)', () => {
  test.each(corpus === '' ? [] : readdirSync(LAB).filter((name) => !name.includes('.txt')))('%s: one for each log', (name) => {
    const { ofThread, ofLog } = matched(join(LAB, name));
    expect(ofLog.size).toBeGreaterThan(0);
    expect([...ofThread].filter(([, logs]) => logs.size > 1)).toEqual([]);
    expect([...ofLog].filter(([, threads]) => threads.size > 1)).toHaveLength(SPLIT.includes(name) ? 1 : 0);
  });
});

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openCatalog } from '../catalog/open-catalog.ts';
import { CAPTURED } from '../formats/abouts.ts';
import { bringSource } from '../sources/bring-source.ts';
import { scan } from '../sources/scan.ts';
import { tempFolder } from '../testing/files.ts';
import { openContainer } from './container.ts';

/** Series of requests that real programs captured: how many steps the tapes have that `tape import FOLDER` makes of each. */
const corpus = process.env.TAPESCOPE_CORPUS ?? '';

const SERIES: Readonly<Record<string, readonly number[]>> = {
  // Flows of a proxy, one conversation.
  'wire/claude-1.0.62': [15],
  // What papercomputeco/tapes recorded: a title, the session, a sub-agent.
  'wire/claude-2.1.219': [14, 2, 1],
  // Two programs in one folder: a session with its title, a sub-agent and what a hook asked; and a cycle of tools.
  'claude-requests': [16, 6, 2, 1, 1],
  // By claude-trace: a check of the quota, a session, and what counts tokens.
  'claude-trace': [39, 1, 1],
  // By claude-tap, of Codex.
  'claude-tap': [25, 1],
  // By OTEL_LOG_RAW_API_BODIES: a session, and one with three sub-agents.
  'lab/claude-code/2.1.330-otel-a/bodies': [11],
  'lab/claude-code/2.1.330-otelagents-a/bodies': [7, 3, 2, 2],
};

const imported = async (folder: string) => {
  const { candidates, refused } = await scan([folder], true);
  const store = openCatalog(tempFolder());
  try {
    for (const { path } of candidates) bringSource(store.db, path);
    const tapes = store.catalog.list({ sort: 'oldest' }).items;
    return {
      refused,
      formats: new Set(tapes.map(({ format }) => format)),
      steps: tapes.map(({ steps }) => steps).toSorted((a, b) => b - a),
    };
  } finally {
    store.close();
  }
};

describe.skipIf(corpus === '')('series of captured requests (TAPESCOPE_CORPUS)', () => {
  test.each(Object.keys(SERIES))('%s is imported whole', async (name) => {
    const { refused, formats, steps } = await imported(join(corpus, name));
    expect(refused).toEqual([]);
    expect([...formats]).toEqual([CAPTURED]);
    expect(steps).toEqual(SERIES[name]);
  });

  test.each(corpus === '' ? [] : readdirSync(join(corpus, 'wire')))('each request of wire/%s has its answer', (name) => {
    const container = openContainer(join(corpus, 'wire', name));
    const exchanges = Array.from({ length: container.count }, (_, at) => container.exchange(at));
    expect(exchanges.filter((one) => one === null || one.response === null)).toEqual([]);
  });
});

import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';

/** Makes the records of one Claude Code session, each below the one before and a second later. */
export function claudeRecords() {
  let made = 0;
  let parent: string | null = null;
  const node = (type: string, more: object): object => {
    made += 1;
    const uuid = `node-${made}`;
    const timestamp = new Date(1_767_603_600_000 + made * 1000).toISOString();
    const plain = { parentUuid: parent, isSidechain: false, type, uuid, timestamp, sessionId: 'bench', cwd: '/work', version: '2.1.100' };
    parent = uuid;
    return { ...plain, ...more };
  };
  return {
    node,
    /** How many there are so far. */
    made: () => made,
    /** A compaction, and the summary that stands for what was before. */
    *compaction(summary: string): Generator<object> {
      const compactMetadata = { trigger: 'auto', preTokens: 160_000 };
      yield node('system', { parentUuid: null, subtype: 'compact_boundary', logicalParentUuid: parent, compactMetadata });
      yield node('user', { isCompactSummary: true, message: { role: 'user', content: summary } });
    },
  };
}

/** Writes records as JSONL, however many. */
export async function writeRecords(file: string, records: Iterable<object>): Promise<void> {
  const stream = createWriteStream(file);
  for (const record of records)
    if (!stream.write(`${JSON.stringify(record)}\n`)) await new Promise<void>((resolve) => stream.once('drain', () => resolve()));
  stream.end();
  await finished(stream);
}

import type { Command } from '../command.ts';
import { json, tapeOperand, WHICH } from '../flags.ts';

/** What the derived memory index knows. */
export const MEMORY: readonly Command[] = [
  {
    name: 'memory',
    topic: 'imported',
    summary: 'find the entries most relevant to some words, in all phases of a tape',
    operands: [{ name: 'QUERY', required: true }, tapeOperand],
    flags: [
      { name: 'family', description: 'look in its forks, its family and the other sessions of its workspace' },
      { name: 'workspace', description: 'look in all tapes of its workspace, or of its project' },
      { name: 'all', description: 'look in all tapes of the catalog' },
      { name: 'before', value: 'ENTRY', description: 'entries of the tape before this one only' },
      { name: 'limit', value: 'N', description: 'hits to print, 1 to 200 (default: 20)' },
      ...WHICH,
      json,
    ],
    notes: [
      'Unlike a search, entries with some of the words qualify; those with more and rarer words come first (bm25).',
      'Reads each hit from its source and compares its checksum; leaves out and counts what has changed.',
      'Indexes new text first. A damaged index gives no hits, says so, and is rebuilt.',
      'Without FILE or ID it takes the native tape of this directory; --session and --fork choose among those.',
    ],
    example: ['tape memory "rate limit of the answer" session.jsonl', 'the entries that say most about it, whatever phase they are in'],
    load: () => import('../commands/memory.ts'),
  },
];

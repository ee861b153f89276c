import type { Command } from '../command.ts';
import { json, tapeOperand, WHICH } from '../flags.ts';

/** What the derived memory index knows. */
export const MEMORY: readonly Command[] = [
  {
    name: 'memory',
    topic: 'imported',
    summary: 'recall what is most relevant to some words, from all phases of a tape',
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
      'Each hit is read from its source and held against the checksum of what was indexed; what changed since is left out and counted.',
      'Text that is not indexed yet is indexed first. A damaged index answers nothing, says so, and is made anew.',
      'Without FILE or ID it takes the native tape of this directory; --session and --fork choose among those.',
    ],
    example: ['tape memory "rate limit of the answer" session.jsonl', 'the entries that say most about it, whatever phase they are in'],
    load: () => import('../commands/memory.ts'),
  },
];

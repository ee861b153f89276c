import type { Command, Flag } from '../command.ts';
import { json } from '../flags.ts';

const SHARED: readonly Flag[] = [
  { name: 'out', value: 'DIR', offers: 'file', description: 'write the copy into this folder (default: the source’s)' },
  { name: 'dry-run', description: 'print what would stay, what would go and the next request, and write nothing' },
  { name: 'policy', value: 'P', description: 'with --dry-run: the next request of the copy under this policy (default: as-recorded)' },
  json,
];

const NOTES = [
  'Writes a new transcript with a fresh session id; opens the source read-only.',
  'Copies the files of sub-agents whose calls are in the copy into the new session’s folder; the preview names the others.',
  'Refuses an illegal point (see tape forkpoints), a source that is being written, and a copy that would break the contract.',
];

/** Surgery, always on a copy. */
export const SURGERY: readonly Command[] = [
  {
    name: 'fork-session',
    topic: 'imported',
    summary: 'write a new session with the history up to an entry, to continue from there',
    operands: [{ name: 'FILE|ID', required: true, offers: 'file' }],
    flags: [
      { name: 'at', value: 'ENTRY', description: 'the last entry of the history (default: the point after FILE, as in FILE@12)' },
      ...SHARED,
    ],
    notes: [...NOTES, 'Prints the command that resumes it; run that in the folder of its project.'],
    example: ['tape fork-session session.jsonl --at 91', 'then the command that it prints continues from entry 91'],
    load: () => import('../commands/fork-session.ts'),
  },
  {
    name: 'drop-span',
    topic: 'imported',
    summary: 'write a copy of a session without some whole turns',
    operands: [{ name: 'FILE|ID', required: true, offers: 'file' }],
    flags: [
      { name: 'from', value: 'ENTRY', description: 'the prompt that the first of these turns begins with' },
      { name: 'to', value: 'ENTRY', description: 'the entry that the last of them ends with' },
      ...SHARED,
    ],
    notes: NOTES,
    example: ['tape drop-span session.jsonl --from 93 --to 140 --dry-run', 'shows what would remain without these turns'],
    load: () => import('../commands/drop-span.ts'),
  },
  {
    name: 'compact',
    topic: 'imported',
    summary: 'write a copy of a session with one summary in place of all but the last turns',
    operands: [{ name: 'FILE|ID', required: true, offers: 'file' }],
    flags: [
      { name: 'keep', value: 'N', description: 'turns to keep at the end, each from a prompt that a person typed' },
      { name: 'summary', value: 'TEXT', description: 'the text of the summary (default: the prompts that it replaces)' },
      ...SHARED,
    ],
    notes: [...NOTES, 'The summary entry lists the ids of all entries that it replaces.'],
    example: ['tape compact session.jsonl --keep 2', 'keeps the last two turns after a summary'],
    load: () => import('../commands/compact.ts'),
  },
];

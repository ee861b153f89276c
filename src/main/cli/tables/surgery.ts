import type { Command, Flag } from '../command.ts';
import { json } from '../flags.ts';

const SHARED: readonly Flag[] = [
  { name: 'out', value: 'DIR', offers: 'file', description: 'write the copy into this folder (default: beside the source)' },
  { name: 'dry-run', description: 'say what would stay, what would go and what the next request would be, and write nothing' },
  { name: 'policy', value: 'P', description: 'with --dry-run: the next request of the copy under this policy (default: as-recorded)' },
  json,
];

const NOTES = [
  'Writes a new transcript with a fresh session id; the source is opened read-only and stays as it is.',
  'Files of sub-agents go along, into the folder of the new session, where their calls are in the copy; the preview names those that do not.',
  'Refused at an illegal point (see tape forkpoints), while the source is being written, and where the contract would break.',
];

/** Surgery on transcripts of Claude Code, always on a copy. */
export const SURGERY: readonly Command[] = [
  {
    name: 'fork-session',
    topic: 'imported',
    summary: 'write a new session whose history ends at an entry, to go on from there',
    operands: [{ name: 'FILE|ID', required: true, offers: 'file' }],
    flags: [
      { name: 'at', value: 'ENTRY', description: 'the last entry of the history (default: the point behind FILE, as in FILE@12)' },
      ...SHARED,
    ],
    notes: [...NOTES, 'Prints the command that resumes it, to be run in the folder of its project.'],
    example: ['tape fork-session session.jsonl --at 91', 'then claude -r ID goes on from entry 91'],
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
    example: ['tape drop-span session.jsonl --from 93 --to 140 --dry-run', 'shows what would be left without these turns'],
    load: () => import('../commands/drop-span.ts'),
  },
  {
    name: 'compact',
    topic: 'imported',
    summary: 'write a copy of a session with one summary in place of all but the last turns',
    operands: [{ name: 'FILE|ID', required: true, offers: 'file' }],
    flags: [
      { name: 'keep', value: 'N', description: 'turns at the end that stay as they are, each from a prompt that a person typed' },
      { name: 'summary', value: 'TEXT', description: 'what the summary says (default: the prompts that it stands for)' },
      ...SHARED,
    ],
    notes: [...NOTES, 'The summary entry names the ids of all entries that it stands for.'],
    example: ['tape compact session.jsonl --keep 2', 'keeps the last two turns behind a summary'],
    load: () => import('../commands/compact.ts'),
  },
];

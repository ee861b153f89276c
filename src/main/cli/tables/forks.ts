import type { Command } from '../command.ts';
import { json, WHICH } from '../flags.ts';

/** Commands that fork a native tape and bring forks together again. */
export const FORKS: readonly Command[] = [
  {
    name: 'fork',
    topic: 'forks',
    summary: 'begin a continuation that shares the tape up to here',
    operands: [{ name: 'NAME', required: true }],
    flags: [
      { name: 'at', value: 'N', description: 'the last entry that it shares (default: the newest)' },
      { name: 'note', value: 'S', description: 'what it is for' },
      ...WHICH,
      json,
    ],
    notes: ['Nothing is copied. Append to it with --fork NAME.'],
    example: ['tape fork try-cache --note "is a cache worth it?"', 'then: tape append --fork try-cache "Measured it."'],
    load: () => import('../commands/fork.ts'),
  },
  {
    name: 'forks',
    topic: 'forks',
    summary: 'list the forks of the tape, open and merged',
    operands: [],
    flags: [...WHICH, json],
    notes: [],
    example: ['tape forks', 'says of each where it began and what it holds of its own'],
    load: () => import('../commands/forks.ts'),
  },
  {
    name: 'merge',
    topic: 'forks',
    summary: 'append what forks have of their own to their tape',
    operands: [{ name: 'NAME', required: true, many: true, offers: 'fork' }],
    flags: [
      { name: 'preview', description: 'print exactly what would be appended, in order, and append nothing' },
      {
        name: 'order',
        value: 'O',
        offers: ['append', 'time'],
        description: 'append: one fork after the other; time: forks by time (default: append)',
      },
      {
        name: 'dedup',
        value: 'D',
        offers: ['none', 'digest', 'tool-call-id'],
        description: 'leave out what stands there already: none, digest or tool-call-id (default: none)',
      },
      {
        name: 'on-conflict',
        value: 'C',
        offers: ['refuse', 'keep-both', 'prefer-parent', 'prefer-fork'],
        description: 'refuse, keep-both, prefer-parent or prefer-fork (default: refuse)',
      },
      { name: 'insights-only', description: 'only anchors and entries marked as insights, with their sources' },
      { name: 'gate', value: 'CMD', description: 'a command that judges the union, which it gets on stdin; exit 0 survives' },
      { name: 'gate-timeout', value: 'S', description: 'seconds after which the gate is stopped and the merge refuted (default: 60)' },
      { name: 'skip-gate', description: 'do not ask the gate that config.json names' },
      ...WHICH,
      json,
    ],
    notes: [
      'Nothing of the tape is rewritten; each merged entry names the fork and the id that it comes from.',
      'Conflicts: two corrections of one entry, two anchors of one name, two values of one state key. Unless --on-conflict',
      'settles them they are printed, nothing is appended, and the exit code is 3. So it is when the gate refutes the merge.',
      'A gate is split at blanks, with quotes, and run without a shell.',
      'The JSON of --preview holds {order: [{from, id, newId, mark}], duplicates, conflicts, verdict}.',
    ],
    example: ['tape merge try-cache --preview', 'shows what a merge would do'],
    load: () => import('../commands/merge.ts'),
  },
  {
    name: 'discard',
    topic: 'forks',
    summary: 'drop a fork that is not to be merged',
    operands: [{ name: 'NAME', required: true, offers: 'fork' }],
    flags: [{ name: 'note', value: 'S', description: 'why' }, ...WHICH, json],
    notes: ['Its folder goes to archive/ and an event on the tape says so; nothing is deleted, and the name is free again.'],
    example: ['tape discard try-cache --note "no gain"', 'takes it off the list of forks'],
    load: () => import('../commands/discard.ts'),
  },
];

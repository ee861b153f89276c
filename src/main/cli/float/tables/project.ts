import type { Command } from '../../arguments.ts';
import { COMMON } from '../flags.ts';

/** Commands about the project as a whole. */
export const PROJECT: readonly Command[] = [
  {
    name: 'init',
    topic: 'project',
    summary: 'make a .float for this folder',
    operands: [],
    flags: COMMON,
    notes: [
      'Makes .float/float.db, which is the truth, and a .float/.gitignore that keeps it and what is built from it out of git. ' +
        'Where there is a .float already, nothing changes.',
    ],
    example: ['float init', 'makes the folder that the other commands look for'],
    load: () => import('../commands/init.ts'),
  },
  {
    name: 'scan',
    topic: 'project',
    summary: 'bring the database to what is on disk',
    operands: [],
    flags: [{ name: 'full', description: 'read every file, not only those whose size or time is another' }, ...COMMON],
    notes: [
      'Leaves out what .gitignore and .floatignore name. Links are never followed. A folder that moved keeps what was written about it.',
    ],
    example: ['float scan', 'reads what changed, and says which contexts are stale now'],
    load: () => import('../commands/scan.ts'),
  },
  {
    name: 'status',
    topic: 'project',
    summary: 'tell what is known, what is built and what is stale',
    operands: [],
    flags: COMMON,
    notes: ['Asks the database alone; float scan looks at the disk, float validate at the files that were built.'],
    example: ['float status', 'counts, in a few lines'],
    load: () => import('../commands/status.ts'),
  },
  {
    name: 'clean',
    topic: 'project',
    summary: 'remove the context files that were built',
    operands: [],
    flags: COMMON,
    notes: ['The database stays as it is, and so do files in .float/context that no build wrote. float build makes all of them again.'],
    example: ['float clean', 'leaves nothing that an agent could read'],
    load: () => import('../commands/clean.ts'),
  },
];

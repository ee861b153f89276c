import type { Command } from '../../command.ts';
import { COMMON, folder, tier } from '../flags.ts';

/** Commands about context files. */
export const CONTEXTS: readonly Command[] = [
  {
    name: 'build',
    topic: 'contexts',
    summary: 'write context files from the database',
    operands: [{ ...folder, required: false }],
    flags: [
      { name: 'stale', description: 'only files that are stale, missing or edited, or were never built' },
      tier,
      { name: 'jobs', value: 'N', description: 'threads, 1 to 16 (default: as many as there are cores)' },
      ...COMMON,
    ],
    notes: [
      'Without PATH all folders; without --tier all four tiers, with --stale those that were ever built. ' +
        'A reader sees the old file or the new one, never half of one. ' +
        'Knows the project by the last float scan. JSON holds {written: [], unchanged, removed: [], folders}.',
    ],
    example: ['float build --stale', 'builds exactly those that depend on what changed'],
    load: () => import('../commands/build.ts'),
  },
  {
    name: 'watch',
    topic: 'contexts',
    summary: 'scan and build whenever something changes, until Ctrl-C',
    operands: [],
    flags: [tier, ...COMMON],
    notes: [
      'Many changes at once are one scan and one build. Without --tier the tiers that were ever built, or all four. ' +
        'With --json one object a line: {"event": "watching"}, "scan", "build" or "failed".',
    ],
    example: ['float watch', 'keeps the context files current while you work'],
    load: () => import('../commands/watch.ts'),
  },
  {
    name: 'context',
    topic: 'contexts',
    summary: 'print the context of a folder as it would be built now',
    operands: [folder],
    flags: [tier, ...COMMON],
    notes: [
      'Writes nothing. Without --tier the standard one. ' +
        'JSON holds {path, tier, file, text, contextHash, tokens, budget, sections: [], included: [], cuts: []}; tokens are counted (o200k_base).',
    ],
    example: ['float context /src --tier minimal', 'what an agent would read there, in a few lines'],
    load: () => import('../commands/context.ts'),
  },
  {
    name: 'validate',
    topic: 'contexts',
    summary: 'check every context file against the database, and that against the project',
    operands: [],
    flags: COMMON,
    notes: [
      'A file is current, stale, pending (never built), missing, changed (by somebody), foreign (no build wrote it) or over-budget; ' +
        'its tokens are counted (o200k_base). ' +
        'Exit code 1 if any is not current, or a file of the project is not as the last scan saw it. ' +
        'JSON holds {ok, items: [{file, path, tier, state, tokens, words}], unscanned: [PATH]}.',
    ],
    example: ['float validate', 'lists what is not as it should be'],
    load: () => import('../commands/validate.ts'),
  },
];

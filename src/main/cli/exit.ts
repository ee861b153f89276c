import type { ErrorCode } from '../../shared/rpc/errors.ts';

/** What a script can tell from the exit code alone. Stable, and printed by `tape --help`. */
export const Exit = { Done: 0, Failed: 1, WrongArgument: 2, Refused: 3, Cancelled: 130 } as const;

export const EXIT_HELP = [
  'Exit codes:',
  '  0    done',
  '  1    failed: a full disk, a file that cannot be read, something unexpected',
  '  2    a wrong argument: a typo, a path that is not a log, an unknown name',
  '  3    refused, or not clean: a conflict, a refuted gate, a closed fork, a state',
  '       that breaks its contract, a prompt answered with no, problems in a tape',
  '  130  stopped by Ctrl-C',
];

const CODES: Partial<Record<ErrorCode, number>> = {
  'bad-input': Exit.WrongArgument,
  'not-a-log': Exit.WrongArgument,
  'not-found': Exit.WrongArgument,
  refused: Exit.Refused,
  cancelled: Exit.Cancelled,
};

export function exitCodeOf(code: ErrorCode): number {
  return CODES[code] ?? Exit.Failed;
}

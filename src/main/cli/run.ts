import type { Command, Given } from './arguments.ts';
import type { Session } from './session.ts';
import type { Terminal } from './terminal.ts';

/** What a command gets. The engine is opened when it is first asked for, and closed for the command afterwards. */
export interface Context {
  /** The table that the command was found in. */
  commands: readonly Command[];
  given: Given;
  /** `--json` was given. */
  json: boolean;
  terminal: Terminal;
  /** Aborts on Ctrl-C. */
  signal: AbortSignal;
  session(): Promise<Session>;
}

/** Answers the exit code where it is not 0. Expected failures are thrown as TapeError. */
export type Run = (context: Context) => Promise<number | undefined>;

import type { JsonObject } from '../../formats/values.ts';
import type { Tape } from '../../store/types.ts';
import type { ToolSpec } from '../api.ts';
import type { Outcome } from '../loop.ts';

/** Where a tool works. */
export interface Place {
  /** The folder of the workspace, with all links followed. */
  root: string;
  tape: Tape;
  /** What a command gets: no keys. */
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
  /** Runs a prompt as a part of this run: on its tape (null), or on a fork of that name. */
  subRun(prompt: string, fork: string | null, signal: AbortSignal): Promise<Outcome>;
}

/** A tool. It throws TapeError with a sentence where it refuses. */
export interface Tool extends ToolSpec {
  /** The name that a person gives to allow it, such as `fs.read`. */
  allowed: string;
  /** A person is asked before each call, unless the workspace says otherwise. */
  asks: boolean;
  /** What of a call a person decides about: the command, the file. Absent where the tool is all there is to decide. */
  subject?(args: JsonObject): string | null;
  /** How far a call may go, in words. */
  limits?(args: JsonObject): string;
  run(args: JsonObject, place: Place): Promise<Outcome> | Outcome;
}

/** Characters of a result that a model gets. */
export const MOST_RESULT = 32_000;

/** A long text as its two ends, with a line between them that says how much is left out. */
export function bounded(text: string, most = MOST_RESULT): string {
  if (text.length <= most) return text;
  const half = Math.floor(most / 2);
  return `${text.slice(0, half)}\n… ${text.length - 2 * half} characters are left out …\n${text.slice(-half)}`;
}

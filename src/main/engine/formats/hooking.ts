import type { InstructionLoad } from '../../../shared/model/agent.ts';
import type { Env } from './about.ts';
import type { Json, JsonObject } from './format.ts';

/** What an event of an agent's hooks comes to here. */
export interface HookEvent {
  /** What the agent does from then on; null where it does as before. */
  state: 'running' | 'waiting' | 'compacting' | 'ended' | null;
  /** A compaction is about to begin or is over, or an instruction file was loaded. */
  about?: 'before-compaction' | 'after-compaction' | 'instructions';
  /** It is said before each request, whether or not the context is compacted then: `compacts` tells. Where it is not, the agent runs. */
  maybe?: true;
  /** What the hook prints may hold text for the model. */
  speaks?: true;
}

/** A compaction by command is over: the agent waits for its user again, and not for a model. */
export const AFTER_COMMAND: HookEvent = { state: 'waiting', about: 'after-compaction' };

/** What an agent gives a hook on stdin. */
export type HookInput = JsonObject;

/** How the hooks of an agent are read, answered and installed. */
export interface Hooking {
  /** The events that are asked for, each as it is called there. */
  events: readonly string[];
  /** What an event means; null for one that says nothing of the session itself. */
  meaning(event: string, input: HookInput): HookEvent | null;
  /**
   * Whether the agent compacts before its next request, by the last part of its log and the texts of its settings, those that count more last. Absent
   * where its event says so.
   */
  compacts?(log: string, settings: readonly string[]): boolean;
  /** What is printed so that the model gets a text. */
  answer(event: string, text: string): object;
  /** The file of the user's settings that hooks are in. */
  settings(env: Env, home: string): string;
  /** The file of a project's settings, which count more. Absent where none of them says what is asked here. */
  projectSettings?(folder: string): string;
  /** A group of hooks of one event in that file, with one command. */
  group(event: string, command: string): object;
  /** Why an instruction file was loaded, of what was kept of such an event. Absent where the agent tells of none. */
  instruction?(said: HookInput): InstructionLoad | null;
  /** The session that the agent draws a status line for, by what it gives the program that prints one; null where this is no such input. Absent where it has none. */
  status?(input: HookInput): Status | null;
  /** What a person has to do after the installation, a sentence each. */
  notes: readonly string[];
}

/** What each agent says of its session in the same words. */
export interface HookSession {
  session: string;
  transcript: string | null;
  folder: string;
}

/** What an agent tells the program that prints its status line. */
export interface Status extends HookSession {
  /** Tokens of the newest request. */
  used: number | null;
  limit: number | null;
  /** Dollars, as the agent adds them up. */
  cost: number | null;
}

const text = (value: Json | undefined): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** The session that an event is about; null where the input does not say. */
export function sessionIn({ session_id, transcript_path, cwd }: HookInput): HookSession | null {
  const [session, folder] = [text(session_id), text(cwd)];
  return session === null || folder === null ? null : { session, transcript: text(transcript_path), folder };
}

/** A command of a group, in the shape that several agents share; `timeout` is in the unit of the agent. */
export function commandGroup(command: string, timeout: number, matcher?: string): object {
  return { ...(matcher !== undefined && { matcher }), hooks: [{ type: 'command', command, timeout }] };
}

/** Text for the model, in the shape that several agents share. */
export function additionalContext(hookEventName: string, additionalContext: string): object {
  return { hookSpecificOutput: { hookEventName, additionalContext } };
}

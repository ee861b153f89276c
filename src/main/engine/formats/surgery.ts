import type { SurgeryChange } from '../../../shared/model/index.ts';
import type { JsonObject } from './values.ts';

/** Where a record goes in a copy. */
export interface Placed {
  session: string;
  /** Absent where its parent is what it was; null for a root. */
  parent?: string | null;
  /** The entry that takes the place of one that goes, by id; null where none does, and absent where it stays or was never there. */
  instead(id: string): string | null | undefined;
}

/** What a summary in place of a prefix is made of. */
export interface Summarised {
  id: string;
  session: string;
  text: string;
  /** The last record that it replaces: the summary is said to be written by the same program in the same folder. */
  like: JsonObject | null;
  project: string;
  now: string;
  /** Ids of the entries that it replaces, in reading order, and of the last of them. */
  sources: readonly string[];
  leaf: string | null;
}

/** Which copy a mark is about, and of what. */
export interface Marked {
  session: string;
  change: SurgeryChange;
  source: { file: string; session: string | null };
  at: { entry: number; uuid: string | null };
  /** Entries of the copy that begin with requests whose recorded sizes are those of other contexts: from ≤ number < to. */
  sizes: { from: number; to: number } | null;
  created: string;
  version: string;
}

/** Where the sessions of an agent keep the work of their sub-agents. */
export interface AgentFiles {
  /** The folder that a session has next to its file. */
  folder(file: string): string;
  /** Files of agents in that folder, as a glob. */
  pattern: string;
  /** The file that describes an agent, by the file of its work. */
  about(file: string): string;
}

/** How a copy of a tape is written so that its agent takes it up. The functions take parsed records and are pure. */
export interface Surgery {
  /** Kinds of bookkeeping of which the newest one counts, wherever it is. */
  lastWins: ReadonlySet<string>;
  /** Kinds of bookkeeping that are about one entry, and go with it; and the id of that entry. */
  about: ReadonlySet<string>;
  refOf(record: JsonObject): string | null;
  copied(record: JsonObject, placed: Placed): JsonObject;
  summary(summarised: Summarised): JsonObject;
  /** The record that tells a transcript of ours from the agent's own. */
  mark(marked: Marked): JsonObject;
  fileName(session: string): string;
  /** The command that resumes it. */
  command(session: string): string;
  agents: AgentFiles;
}

import type { FormatRow } from '../../../shared/model/index.ts';
import type { Deed } from '../../../shared/model/vocabulary.ts';

export type Env = Readonly<Record<string, string | undefined>>;

/** A place where an agent keeps its logs by itself. */
export interface Root {
  /** Its key in the settings; no other root has it. */
  id: string;
  /** What the agent calls what is there: `sessions`, `projects`. */
  name: string;
  path: string;
}

/** How a session is laid out in several JSON documents. Paths have `/` between folders. */
export interface SessionFiles {
  /** The document that the session of a path is known by, which may be that path itself; null for a path that is not part of one. */
  head(path: string): string | null;
  /** All documents of the session that is known by a path, in the order in which they are read; `list` answers the sorted names in a folder, none where there is none. */
  files(head: string, list: (folder: string) => readonly string[]): readonly string[];
}

/**
 * What is known of an agent without reading a log, as plain facts: lists, settings and the window load them without the rules of the adapter.
 * Such a file imports nothing but this type and `node:path`.
 */
export interface About
  extends Pick<FormatRow, 'id' | 'name' | 'mark' | 'versions' | 'containers' | 'evidence' | 'rule' | 'agreement' | 'unproven'> {
  /** Why something cannot be done, in one sentence; what has no sentence can be done. */
  cannot: Partial<Record<Deed, string>>;
  /** Where its logs are found by themselves, as its own variables have it. */
  roots(env: Env, home: string): readonly Root[];
  /** How the paths of its documents end, with `/` between folders: in the places of agents others are not looked at. Absent where it writes none. */
  documents?: RegExp;
  /** Where one session is in several documents. Absent where each is a session of its own. */
  session?: SessionFiles;
  /** Files of a project that it reads by itself. */
  instructions?: readonly string[];
  /** It spells comma commands as Tapescope does: those that read answer on its tapes. */
  commands?: true;
  /** The format that this one takes after: what reads that reads most of this, so that its folder may be imported. */
  heirOf?: string;
  /** Tapescope writes tapes of this format itself. */
  own?: true;
}

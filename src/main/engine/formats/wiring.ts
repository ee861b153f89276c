import type { Json } from './format.ts';

/** How a program is run so that its requests are kept. Addresses go by a word, which is part of the relay's path. */
export interface Wiring {
  /** Names of the command. */
  programs: readonly string[];
  /** Where the agent's requests go without us, in the environment that it is started in. */
  upstreams(env: NodeJS.ProcessEnv): Readonly<Record<string, string>>;
  /** What is added to its environment; `base` gives the relay's address in place of an upstream's. */
  through(base: (word: string) => string, env: NodeJS.ProcessEnv): Record<string, string>;
  /** The words of its command, where its settings name addresses that no variable replaces. */
  words?(base: (word: string) => string, words: readonly string[], env: NodeJS.ProcessEnv): string[];
  /** What changes in the agent because its requests go through a relay, each a sentence. */
  changes: readonly string[];
  /** The agent's own switch for keeping its requests, where it has one. */
  own?: OwnSwitch;
}

export interface OwnSwitch {
  /** What captured the requests, for people: the agent's name for its switch. */
  by: string;
  env(folder: string): Record<string, string>;
  /** A file that the agent is given: by words of its command, or by its environment. */
  given?: {
    name: string;
    text: string;
    words?(path: string, words: readonly string[]): string[];
    env?(path: string, env: NodeJS.ProcessEnv): Record<string, string>;
  };
  /** What this way keeps otherwise than it was sent, each a sentence. */
  changes: readonly string[];
  /**
   * Reads what the agent wrote into the folder, in the order of sending. `left` are paths of answers that nothing joins to a request;
   * `files` reads their paths, where that takes more than to read a file.
   */
  read(files: OwnFiles): { exchanges: OwnExchange[]; left: string[]; files?: OwnFiles };
}

/** The files in a folder that an agent filled, by their path in it; a name that is not there reads as null. */
export interface OwnFiles {
  paths: readonly string[];
  read(path: string): Buffer | null;
  modified(path: string): number;
  /** What `make` makes of these files under a name: again only where one of them has changed, also when the folder is looked at again. */
  once<T>(name: string, paths: readonly string[], make: () => T): T;
}

export interface OwnExchange {
  /** Milliseconds since 1970. */
  at: number;
  /** Paths of the bodies. */
  request: string;
  response: string | null;
  /** What joins it to a step of the agent's log, under the names that the agent gave. */
  join: Record<string, string>;
}

/** Reads lines of JSON; what is none is passed over, since such a file may end mid-line. */
export function recordsIn(bytes: Buffer | null): { [key: string]: Json }[] {
  const lines = bytes?.toString('utf8').split('\n') ?? [];
  return lines.flatMap((line) => {
    try {
      const record: Json = JSON.parse(line);
      return typeof record === 'object' && record !== null && !Array.isArray(record) ? [record] : [];
    } catch {
      return [];
    }
  });
}

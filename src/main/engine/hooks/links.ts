import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makePath } from '../disk/make-path.ts';

/** What an agent is doing, as far as its hooks have said. */
export const STATES = ['running', 'waiting', 'compacting', 'ended'] as const;

/** A session that is or was live, as hooks of its agent told of it. */
export interface Link {
  /** The id of the agent's format. */
  agent: string;
  /** As the agent names it. */
  session: string;
  /** The log that it writes; null where the hook did not say. */
  transcript: string | null;
  /** Where it works. */
  folder: string;
  /** The process that started the hook. */
  pid: number;
  state: (typeof STATES)[number];
  /** The event that said so. */
  event: string;
  /** Epoch ms of that event. */
  at: number;
}

/** Where links are kept: a file for each session. */
export function linksIn(home: string): string {
  return join(home, 'agents');
}

/** The name of a session as that of a file, whatever it is. */
export function fileName(session: string): string {
  return encodeURIComponent(session.toWellFormed()).replaceAll('.', '%2E').slice(0, 200);
}

/** The folder of one session's link and of what its hooks left. */
export function linkFolder(home: string, agent: string, session: string): string {
  return join(linksIn(home), agent, fileName(session));
}

const LINK = 'link.json';
/** Written with each link, for whoever watches the folder of all. */
const CHANGED = 'changed';

/** Writes a link next to the old one and moves it into place, so that a reader never finds half of it. */
export function writeLink(home: string, link: Link): void {
  const file = join(linkFolder(home, link.agent, link.session), LINK);
  makePath(dirname(file));
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(link));
  renameSync(`${file}.${process.pid}`, file);
  // One folder is watched, and none below it.
  writeFileSync(join(linksIn(home), CHANGED), '');
}

const isText = (value: unknown): value is string => typeof value === 'string';

const isLink = (value: unknown): value is Link => {
  if (typeof value !== 'object' || value === null) return false;
  const { agent, session, transcript, folder, pid, state, event, at } = value as Record<keyof Link, unknown>;
  return (
    [agent, session, folder, event].every(isText) &&
    (transcript === null || isText(transcript)) &&
    [pid, at].every((one) => typeof one === 'number') &&
    STATES.some((one) => one === state)
  );
};

const linkIn = (folder: string): Link | null => {
  try {
    const link: unknown = JSON.parse(readFileSync(join(folder, LINK), 'utf8'));
    return isLink(link) ? link : null;
  } catch {
    return null;
  }
};

/** The link of one session; null where none was written, or what is there is none. */
export function readLink(home: string, agent: string, session: string): Link | null {
  return linkIn(linkFolder(home, agent, session));
}

const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

/** All links, the one with the newest event first. */
export function readLinks(home: string): Link[] {
  const agents = namesIn(linksIn(home)).map((agent) => join(linksIn(home), agent));
  return agents
    .flatMap((agent) => namesIn(agent).map((name) => linkIn(join(agent, name))))
    .filter((link) => link !== null)
    .sort((a, b) => b.at - a.at);
}

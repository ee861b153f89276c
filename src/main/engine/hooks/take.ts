import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { homedir } from 'node:os';
import { type HookEvent, type HookInput, type Hooking, type HookSession, sessionIn } from '../formats/hooking.ts';
import { takeAnswer } from './answers.ts';
import { type Link, readLink, writeLink } from './links.ts';
import { keepInstruction, type Where } from './notes.ts';

export interface Event {
  home: string;
  agent: string;
  hooking: Hooking;
  event: string;
  input: HookInput;
  /** The process that runs the hook. */
  pid: number;
  now: number;
}

export interface Taken {
  /** What the hook prints; null for nothing. */
  print: string | null;
  /** A compaction is about to begin in this session: somebody should look at what is in context. */
  watch: HookSession | null;
}

const NOTHING: Taken = { print: null, watch: null };

/** What an event says besides the session that it is of. */
const saidBy = ({ session_id: _id, transcript_path: _path, cwd: _cwd, ...said }: HookInput): HookInput => said;

/** Most bytes that are read of a file. */
const END = 256 * 1024;

/** The last part of a file; '' for one that cannot be read. */
const endOf = (file: string): string => {
  try {
    const open = openSync(file, 'r');
    try {
      const { size } = fstatSync(open);
      const bytes = Buffer.alloc(Math.min(END, size));
      return bytes.toString('utf8', 0, readSync(open, bytes, 0, bytes.length, size - bytes.length));
    } finally {
      closeSync(open);
    }
  } catch {
    return '';
  }
};

/** Whether a compaction that may begin does, as the log and the agent's settings tell. */
const compacts = ({ compacts: judge, settings, projectSettings }: Hooking, { transcript, folder }: HookSession): boolean => {
  if (transcript === null || judge === undefined) return false;
  const files = [settings(process.env, homedir()), ...(projectSettings ? [projectSettings(folder)] : [])];
  return judge(endOf(transcript), files.map(endOf));
};

/** What an event comes to, once that is known. */
const settled = (hooking: Hooking, meaning: HookEvent, session: HookSession): HookEvent =>
  meaning.maybe !== true || compacts(hooking, session) ? meaning : { state: 'running' };

/** An event of a session, and what it comes to. */
interface Read extends HookSession {
  where: Where;
  meaning: HookEvent;
  known: Link | null;
}

/** Null for an event that says nothing of the session itself. */
const readEvent = ({ home, agent, hooking, event, input }: Event): Read | null => {
  const found = sessionIn(input);
  const told = hooking.meaning(event, input);
  if (found === null || told === null) return null;
  const known = readLink(home, agent, found.session);
  const transcript = found.transcript ?? known?.transcript ?? null;
  const where: Where = { home, agent, session: found.session };
  return { ...found, transcript, where, known, meaning: settled(hooking, told, { ...found, transcript }) };
};

const record = ({ agent, event, input, pid, now }: Event, { where, meaning, known, session, transcript, folder }: Read): void => {
  if (meaning.about === 'instructions') keepInstruction(where, { at: now, ...saidBy(input) });
  // An event that is taken late says what the agent did, and not what it does.
  if (known !== null && known.at > now) return;
  const state: Link['state'] = meaning.state ?? known?.state ?? 'running';
  writeLink(where.home, { agent, session, transcript, folder, pid, state, event, at: now });
};

/** Records what a hook was told, where somebody else has answered the agent. */
export function recordEvent(event: Event): void {
  const read = readEvent(event);
  if (read !== null) record(event, read);
}

/** The session in which a compaction is about to begin, by such an event; null where none is. */
export function compacting(event: Event): HookSession | null {
  const read = readEvent(event);
  return read?.meaning.about === 'before-compaction' ? read : null;
}

/** Records what a hook was told, and answers what it says to the agent. */
export function takeEvent(event: Event): Taken {
  const read = readEvent(event);
  if (read === null) return NOTHING;
  record(event, read);
  const { about, speaks } = read.meaning;
  return {
    print: speaks ? takeAnswer(read.where, event.event, about === 'after-compaction') : null,
    watch: about === 'before-compaction' ? read : null,
  };
}

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { type HookEvent, type HookInput, type Hooking, type HookSession, sessionIn } from '../formats/hooking.ts';
import { type Link, readLink, writeLink } from './links.ts';
import { type Before, keepInstruction, readBefore, takeReport, type Where } from './notes.ts';

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
  print: object | null;
  /** A compaction is about to begin in this session: somebody should look at what is in context. */
  watch: HookSession | null;
}

const NOTHING: Taken = { print: null, watch: null };

/** More of either is not said: it takes room in the context that it is about. */
const MOST_SAID = 8;
const MOST_FILES = 8;

const quoted = ({ entry, begins }: Before['said'][number]): string => `#${entry} "${begins}"`;

/** What was in context before a compaction, for the model that comes after it; '' where nothing was kept. */
const beforeWords = (before: Before | null): string => {
  if (before === null) return '';
  const { tape, entry, entries, said, files } = before;
  const words = said.length === 0 ? '' : ` The user had said: ${said.slice(-MOST_SAID).map(quoted).join('; ')}.`;
  const used = files.length === 0 ? '' : ` Files in use: ${files.slice(0, MOST_FILES).join(', ')}.`;
  return `Tapescope: a compaction took the context of ${entries} entries up to #${entry} of tape ${tape}.${words}${used} The MCP tool lost_at_compaction lists what the summary lacks; entry_read gives the text of an entry such as ${tape}#${entry}.`;
};

/** What an event says besides the session that it is of. */
const saidBy = ({ session_id: _id, transcript_path: _path, cwd: _cwd, ...said }: HookInput): HookInput => said;

/** Of a log so much is looked at. */
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

/** What an event comes to, once the log has told whether a compaction that may begin does. */
const settled = (hooking: Hooking, meaning: HookEvent, transcript: string | null): HookEvent =>
  meaning.maybe !== true || (transcript !== null && hooking.compacts?.(endOf(transcript))) ? meaning : { state: 'running' };

/** Records what a hook was told, and answers what it says to the agent. */
export function takeEvent({ home, agent, hooking, event, input, pid, now }: Event): Taken {
  const found = sessionIn(input);
  const told = hooking.meaning(event, input);
  if (found === null || told === null) return NOTHING;
  const where: Where = { home, agent, session: found.session };
  const known = readLink(home, agent, found.session);
  const transcript = found.transcript ?? known?.transcript ?? null;
  const meaning = settled(hooking, told, transcript);
  if (meaning.about === 'instructions') keepInstruction(where, { at: now, ...saidBy(input) });
  const state: Link['state'] = meaning.state ?? known?.state ?? 'running';
  writeLink(home, { agent, ...found, transcript, pid, state, event, at: now });
  const waiting = meaning.speaks ? takeReport(where) : null;
  const text = waiting ?? (meaning.speaks && meaning.about === 'after-compaction' ? beforeWords(readBefore(where)) : '');
  return {
    print: text === '' ? null : hooking.answer(event, text),
    watch: meaning.about === 'before-compaction' ? { ...found, transcript } : null,
  };
}

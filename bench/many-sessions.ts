import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { claudeWriter, writeClaudeSession } from './claude-file.ts';

/** Sessions to a project, about as many as people have in a folder of theirs. */
const PER_PROJECT = 80;
const BEGIN = Date.UTC(2025, 0, 1);
const HOUR = 3_600_000;

/** A short session as Claude Code writes it: `turns` prompts with an answer each. */
const shortSession = (session: string, { cwd, turns, begin }: { cwd: string; turns: number; begin: number }): string => {
  let parent: string | null = null;
  const line = (type: 'user' | 'assistant', turn: number): string => {
    const uuid = `${session}-${turn}-${type}`;
    const message =
      type === 'user'
        ? { role: 'user', content: `Please look at part ${turn} of ${session} and say what is missing there.` }
        : {
            id: `msg-${session}-${turn}`,
            role: 'assistant',
            model: 'claude-sonnet-4-5',
            content: [{ type: 'text', text: `Part ${turn} lacks a test of what happens when the file is empty.` }],
            usage: { input_tokens: 10, output_tokens: 20, cache_read_input_tokens: 1000 * turn, cache_creation_input_tokens: 50 },
          };
    const timestamp = new Date(begin + turn * 60_000).toISOString();
    const record = { type, uuid, parentUuid: parent, isSidechain: false, sessionId: session, timestamp, cwd, version: '2.1.100', message };
    parent = uuid;
    return JSON.stringify(record);
  };
  return Array.from({ length: turns }, (_, turn) => `${line('user', turn)}\n${line('assistant', turn)}\n`).join('');
};

/** Writes `count` short sessions below `folder`, as Claude Code files them by project; answers their paths, the oldest first. */
export function writeManySessions(folder: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => {
    const project = `project-${Math.floor(at / PER_PROJECT)}`;
    const session = `5e551011-0000-4000-8000-${String(at).padStart(12, '0')}`;
    const home = join(folder, `-home-me-${project}`);
    if (at % PER_PROJECT === 0) mkdirSync(home, { recursive: true });
    const file = join(home, `${session}.jsonl`);
    const begin = BEGIN + ((at * 7919) % count) * (HOUR / 4);
    writeFileSync(file, shortSession(session, { cwd: `/home/me/${project}`, turns: 2 + (at % 5), begin }));
    utimesSync(file, begin / 1000, begin / 1000);
    return file;
  });
}

/** Bytes from which on a session ends with its turn: with it they have 80 kB, about a tenth of the real ones less. */
const PLAIN_SESSION = 20_000;

/** Writes sessions with the shape of real ones, as small as real ones are. Those of another seed have other ids, as two sessions have that are no copies. */
export function writePlainSessions(folder: string, count: number, seed?: number): string[] {
  const writer = claudeWriter(seed);
  mkdirSync(folder, { recursive: true });
  return Array.from({ length: count }, (_, at) => {
    const file = join(folder, `5e551011-0000-4000-9000-${String(at).padStart(12, '0')}.jsonl`);
    writeClaudeSession(file, PLAIN_SESSION, writer);
    return file;
  });
}

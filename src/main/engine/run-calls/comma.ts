import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { actsOn } from '../native-calls/acts.ts';
import { event } from '../runs/entries.ts';
import type { Tape } from '../store/types.ts';

/** A command of the tape that was given as a prompt, or that a model wrote in its answer. */
export interface Comma {
  ok: boolean;
  lines: string[];
  /** The first and the last entry that it wrote. */
  ids: [number, number];
  /** What a model reads of it. */
  block: string;
}

/** Brings the catalog up to date with a folder in which something moved to the archive. */
export type Refresh = (folder: string) => Promise<void>;

/** Runs one line as a command of the tape, with an event of it; null for a line that does not begin with a comma. */
export async function runComma(tape: Tape, line: string, refresh: Refresh, origin: 'human' | 'assistant' = 'human'): Promise<Comma | null> {
  if (!line.startsWith(',')) return null;
  const { runLine } = await import('../native-calls/commands/run.ts');
  const moved = { folder: '' };
  const began = Date.now();
  const first = tape.head() + 1;
  const ran = await runLine(await actsOn(tape, moved), line).catch((failure: unknown) => {
    if (failure instanceof TapeError) return { did: 'unknown' as const, lines: [failure.message] };
    throw failure;
  });
  if (moved.folder !== '') await refresh(moved.folder);
  const ok = ran.did !== 'unknown';
  const name = /^,\s*(\S*)/.exec(line)?.[1] ?? '';
  const status = ok ? 'ok' : 'error';
  const output = ran.lines.join('\n');
  const { ids } = tape.append([event('command', { raw: line.slice(1), name, status, elapsed_ms: Date.now() - began, output, origin })]);
  return {
    ok,
    lines: ran.lines,
    ids: [Math.min(first, ...ids), ...ids.slice(-1)] as [number, number],
    block: blockOf(name, status, output),
  };
}

const blockOf = (name: string, status: string, output: string): string =>
  `<command name="${name}" status="${status}">\n${output}\n</command>`;

/** Runs each line of an answer that begins with a comma; null where there is none. */
export async function answersIn(tape: Tape, text: string, refresh: Refresh): Promise<string | null> {
  const blocks: string[] = [];
  for (const line of text.split('\n')) {
    const ran = await runComma(tape, line.trimEnd(), refresh, 'assistant');
    if (ran !== null) blocks.push(ran.block);
  }
  return blocks.length === 0 ? null : blocks.join('\n');
}

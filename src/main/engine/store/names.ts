import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { PHASE_FILES } from '../bytes/phases.ts';

/** Names become folders: what is in them is never followed as a path. */

/** Most names; classes of Unicode take longer to make than a command has. */
const ASCII_NAME = /^\w[\w.-]{0,99}$/;
const NAME = (): RegExp => /^[\p{L}\p{N}_][\p{L}\p{N}\p{M}._-]{0,99}$/u;

/** A session's or a fork's name as it is; throws 'bad-input' where it cannot be a folder. */
export function checkedName(what: 'session' | 'fork', name: string): string {
  if ((ASCII_NAME.test(name) || NAME().test(name)) && !name.endsWith('.') && Buffer.byteLength(name) <= 200) return name;
  throw new TapeError('bad-input', `"${name.slice(0, 60)}" cannot name a ${what}: letters, digits, "-", "_" and "." only, at most 100.`);
}

const cut = (text: string): string =>
  Array.from(text)
    .slice(0, 40)
    .join('')
    .replace(/^-+|-+$/g, '');

/** For the folder of a workspace: ASCII only, since it is typed in shells. */
export function slugOf(text: string): string {
  return cut(text.toLowerCase().replace(/[^a-z0-9]+/g, '-')) || 'workspace';
}

/** For the folder of a phase: letters of any script, so that a person reads it. */
const phaseSlug = (name: string): string =>
  cut(
    name
      .normalize('NFC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-'),
  ) || 'anchor';

/** `001_session-start`. */
export function phaseFolder(seq: number, name: string): string {
  return `${String(seq).padStart(3, '0')}_${phaseSlug(name)}`;
}

export function fileOfKind(kind: string): (typeof PHASE_FILES)[number] {
  if (kind === 'message' || kind === 'system') return 'messages.jsonl';
  return kind === 'tool_call' || kind === 'tool_result' ? 'tool_calls.jsonl' : 'events.jsonl';
}

/** `20261121T110000123Z`: names of what is set aside and archived, in the order of time. */
export function stampOf(time: Date): string {
  return time.toISOString().replace(/[-:.]/g, '');
}

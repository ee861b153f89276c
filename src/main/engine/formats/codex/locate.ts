import type { Beginning, Located } from '../format.ts';
import { asNumber, asObject, asString } from '../json.ts';
import { payloadOf } from './record.ts';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const ROLLOUT = new RegExp(`rollout-[0-9T-]+-(${UUID})(?:_(${UUID}))?\\.jsonl(?:\\.zst)?$`, 'i');

/**
 * What the name of a rollout tells: `rollout-TIME-THREAD.jsonl`, or `rollout-TIME-THREAD_SEGMENT.jsonl` after a revert of a paginated thread. The
 * folder says only whether it was archived, which changes nothing.
 */
export function locate(path: string): Located {
  const name = path.split(/[\\/]+/).at(-1) ?? '';
  if (name === 'session_index.jsonl') return { ignore: 'It is an index of sessions, not a session.' };
  if (name === 'history.jsonl') return { ignore: 'It is the history of what was typed, not a session.' };
  const session = ROLLOUT.exec(name)?.[1];
  return session === undefined ? {} : { session: session.toLowerCase() };
}

/** The segment that a file holds: the last id in its name. The first segment of a thread has the id of the thread. */
export function segmentOf(path: string): string | null {
  const [, thread, segment] = ROLLOUT.exec(path.split(/[\\/]+/).at(-1) ?? '') ?? [];
  return (segment ?? thread)?.toLowerCase() ?? null;
}

/**
 * Where the tape of a paginated fork begins: `history_base` names a segment (in `thread_id`) and how many of its bytes come first. The file is in the
 * folder of its day, by the time in the id (the day before or after, as folders go by local time), or among the archived ones.
 */
export const beginning: Beginning = {
  of: (record) => {
    const base = record.type === 'session_meta' ? asObject(payloadOf(record).history_base) : null;
    const name = asString(base?.thread_id)?.toLowerCase() ?? '';
    const bytes = asNumber(base?.end_byte_offset) ?? 0;
    return ID.test(name) && bytes > 0 ? { name, bytes } : null;
  },
  folders: (path, name) => {
    const parts = path.split(/[\\/]+/).slice(0, -1);
    const here = parts.join('/');
    const sessions = parts.findLastIndex((part) => part === 'sessions' || part === 'archived_sessions');
    if (sessions < 0) return [here];
    const home = parts.slice(0, sessions).join('/');
    return [...new Set([here, ...daysAround(name).map((day) => `${home}/sessions/${day}`), `${home}/archived_sessions`])];
  },
  isNamed: (file, name) => segmentOf(file) === name,
};

const ID = new RegExp(`^${UUID}$`);
const DAY = 86_400_000;

/** The folders of the days around the time that an id was made at. */
function daysAround(id: string): string[] {
  const time = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
  return [0, -DAY, DAY].flatMap((away) => {
    const day = new Date(time + away);
    return Number.isNaN(day.getTime()) ? [] : [day.toISOString().slice(0, 10).replaceAll('-', '/')];
  });
}

import type { Located } from '../format.ts';

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

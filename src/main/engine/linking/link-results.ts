import type { Run } from './link-run.ts';

/** Steps whose calls may wait for results at a time; more than any agent has open. */
const WAITING = 64;

const keyOf = ({ batch }: Run, row: number): string => batch.keys[(batch.step[row] ?? 0) - 1] ?? '';

/** Remembers calls whose results will name no call. */
export function awaitResults(run: Run, row: number, ids: string[]): void {
  const { pending } = run.work;
  const key = keyOf(run, row);
  pending.delete(key);
  pending.set(key, ids);
  if (pending.size <= WAITING) return;
  const [oldest = ''] = pending.keys();
  pending.delete(oldest);
}

/**
 * Results without ids answer the waiting calls of their step by place, those of old writers without steps the newest calls.
 * Results beyond the calls stay without one.
 */
export function pairResults(run: Run, row: number): string[] {
  const count = run.positional.get(row);
  if (count === undefined) return [];
  const { pending } = run.work;
  const own = keyOf(run, row);
  const key = own === '' ? ([...pending.keys()].at(-1) ?? '') : own;
  const found = pending.get(key) ?? [];
  pending.delete(key);
  return found.slice(0, count).filter((id) => id !== '');
}

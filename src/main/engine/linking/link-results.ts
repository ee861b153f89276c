import type { Run } from './link-run.ts';

/** Steps whose calls may wait for results at a time; more than any agent has open. */
const WAITING = 64;

const keyOf = ({ batch }: Run, row: number): string => batch.keys[(batch.step[row] ?? 0) - 1] ?? '';

/** Where the calls of a step wait, as a rule at the end; −1 for nowhere. */
const placeOf = (pending: readonly [key: string, calls: string[]][], key: string): number => {
  let at = pending.length - 1;
  while (at >= 0 && pending[at]?.[0] !== key) at -= 1;
  return at;
};

/** Remembers calls whose results will name no call. */
export function awaitResults(run: Run, row: number, ids: string[]): void {
  const { pending } = run.work.state;
  const key = keyOf(run, row);
  const held = placeOf(pending, key);
  if (held >= 0) pending.splice(held, 1);
  pending.push([key, ids]);
  if (pending.length > WAITING) pending.shift();
}

/**
 * Results without ids answer the waiting calls of their step by place, those of old writers without steps the newest calls.
 * Results beyond the calls stay without one.
 */
export function pairResults(run: Run, row: number): string[] {
  const count = run.positional.get(row);
  if (count === undefined) return [];
  const { pending } = run.work.state;
  const key = keyOf(run, row);
  const at = key === '' ? pending.length - 1 : placeOf(pending, key);
  const [found] = at < 0 ? [] : pending.splice(at, 1);
  return (found?.[1] ?? []).slice(0, count).filter((id) => id !== '');
}

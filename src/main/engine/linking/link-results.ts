import type { Run } from './link-run.ts';

/** Steps whose calls may wait for results at a time; more than any agent has open. */
const WAITING = 64;

const keyOf = ({ batch }: Run, row: number): string => batch.keys[(batch.step[row] ?? 0) - 1] ?? '';

/** Remembers calls whose results will name no call. */
export const awaitResults = (run: Run, row: number, ids: string[]): void => {
  const { pending } = run.work.state;
  const key = keyOf(run, row);
  const held = pending.findIndex(([other]) => other === key);
  if (held >= 0) pending.splice(held, 1);
  pending.push([key, ids]);
  if (pending.length > WAITING) pending.shift();
};

/**
 * Results without ids answer the waiting calls of their step by place, those of old writers without steps the newest calls.
 * Results beyond the calls stay without one.
 */
export const pairResults = (run: Run, row: number): string[] => {
  const count = run.positional.get(row);
  if (count === undefined) return [];
  const { pending } = run.work.state;
  const key = keyOf(run, row);
  const at = key === '' ? pending.length - 1 : pending.findIndex(([other]) => other === key);
  const [found] = at < 0 ? [] : pending.splice(at, 1);
  return (found?.[1] ?? []).slice(0, count).filter((id) => id !== '');
};

import { useTape } from '../../data/hooks.ts';

/** Why no changed copy of a tape can be written, whatever the change; null where one can, or nobody knows yet. */
export function useNoCopy(tape: string | null): string | null {
  const head = useTape(tape).data;
  if (head === undefined || head.can.fork || head.can.dropSpan || head.can.compact) return null;
  const { fork, dropSpan, compact } = head.cannot;
  return fork ?? dropSpan ?? compact ?? null;
}

import { useFormat } from '../../data/formatHooks.ts';

/** Why no changed copy of a tape can be written, whatever the change; null where one can, or nobody knows yet. */
export const useNoCopy = (format: string | undefined): string | null => {
  const known = useFormat(format);
  if (known === null || known.can.fork || known.can.dropSpan || known.can.compact) return null;
  return known.cannot.fork ?? known.cannot.dropSpan ?? known.cannot.compact ?? null;
};

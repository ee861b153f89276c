import { useEntry } from '../../data/hooks.ts';
import { Bar } from '../../ui/Skeleton.tsx';
import { RawRecord } from '../inspector/RawRecord.tsx';

/** The record of an entry as it is in the source. */
export function RawBlock({ tape, seq }: { tape: string; seq: number }) {
  const { data, isPlaceholderData } = useEntry(tape, seq);
  return data === undefined || isPlaceholderData ? <Bar width="60%" /> : <RawRecord detail={data} />;
}

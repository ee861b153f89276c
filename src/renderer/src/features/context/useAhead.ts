import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Ahead, TapeRow, View } from '../../../../shared/model/index.ts';
import { useJobs } from '../../data/appHooks.ts';
import { useClient } from '../../data/client.tsx';
import { keys } from '../../data/keys.ts';
import { useStore } from '../../state/store.ts';

/** Where a reader was in a list: the block on top, and how many pixels of it were above the edge. */
export interface Reached {
  readonly block: number;
  readonly pixels: number;
}

/** Whether the tape is still being read for the first time. */
const useReading = (tape: string): boolean =>
  useJobs().data?.items.some((job) => job.tape === tape && job.phase === 'structure' && job.state === 'running') ?? false;

/**
 * The next request of a tape that is still being read, from the end of its log, and where the reader is in it; null for any other tape, where its end does
 * not tell, and once it is `over`, since the same request is there from all of the log. The playhead goes to that request, so that nothing else takes its place.
 */
export function useAhead(tape: string, row: TapeRow | undefined) {
  const client = useClient();
  const reading = useReading(tape);
  const asked = useStore(({ step, policy }) => step === null && policy === 'as-recorded');
  const [over, setOver] = useState(false);
  const reached = useRef<Reached | null>(null);
  const { data } = useQuery({
    queryKey: keys.ahead(tape),
    queryFn: ({ signal }) => client.call('views.ahead', { path: row?.file ?? '' }, signal),
    enabled: reading && asked && row !== undefined && row.native === null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const ahead: Ahead | null = asked && !over ? (data?.ahead ?? null) : null;
  const shown = ahead !== null && reading;
  useEffect(() => {
    if (shown) useStore.getState().moveToNext();
  }, [shown]);
  return { ahead, reading, reached, setOver };
}

/**
 * Once all of the log is read: asks for the view of it, since what is held may be of the part that was there before, and calls `setOver` as soon as that
 * has come.
 */
export function useReplacing(read: boolean, view: UseQueryResult<View>, setOver: (over: boolean) => void): void {
  const [asked, setAsked] = useState(false);
  const { refetch, isPlaceholderData, isFetching } = view;
  useEffect(() => {
    if (read) void refetch().then(() => setAsked(true));
  }, [read, refetch]);
  useEffect(() => {
    if (read && asked && !isFetching && !isPlaceholderData) setOver(true);
  }, [read, asked, isFetching, isPlaceholderData, setOver]);
}

import { skipToken, useQuery } from '@tanstack/react-query';
import type { Read } from '../../../../shared/model/index.ts';
import type { Client } from '../../../../shared/rpc/client.ts';
import { useClient } from '../../data/client.tsx';
import { keys } from '../../data/keys.ts';
import { createBatch } from '../context/batch.ts';

const MOST = 60;
/** Milliseconds that rows coming into view wait for each other. */
const WAIT = 12;

const batches = new WeakMap<Client, Map<string, ReturnType<typeof createBatch<Read>>>>();

const batchOf = (client: Client, tape: string) => {
  const known = batches.get(client) ?? new Map<string, ReturnType<typeof createBatch<Read>>>();
  batches.set(client, known);
  const load = async (seqs: number[]) =>
    new Map((await client.call('entries.read', { tape, seqs })).items.map((item) => [item.row.seq, item]));
  const ask = known.get(tape) ?? createBatch(load, MOST, WAIT);
  known.set(tape, ask);
  return ask;
};

/** An entry as it is read in a conversation; undefined while it comes. Rows in view share calls; one that grew is asked for again, since a call may have its result now. */
export function useRead(tape: string, seq: number | null): Read | null | undefined {
  const client = useClient();
  return useQuery({
    queryKey: keys.read(tape, seq ?? 0),
    queryFn: seq === null ? skipToken : ({ signal }) => batchOf(client, tape)(seq, signal),
    gcTime: 60_000,
  }).data;
}

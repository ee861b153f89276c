import type { Client } from '../../../shared/rpc/client.ts';

const LOOK = 400;

/**
 * Where the playhead goes for an entry: its own step, or for one outside of steps (a prompt, progress) the next step
 * after it, the first whose context may hold it. Null where none follows soon.
 */
export async function stepNear(client: Pick<Client, 'call'>, tape: string, seq: number): Promise<number | null> {
  const { items } = await client.call('entries.list', { tape, from: seq, limit: LOOK });
  return items.find((row) => row.step !== null)?.step ?? null;
}

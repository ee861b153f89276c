import type { Client } from '../../../../shared/rpc/client.ts';
import type { Hit } from '../../../../shared/rpc/contract.ts';
import { useStore } from '../../state/store.ts';

const LOOK = 400;

/**
 * Where the playhead goes for an entry: its own step, or for one outside of steps (a prompt, progress) the next step
 * after it, the first whose context may hold it. Null where none follows soon.
 */
async function stepNear(client: Pick<Client, 'call'>, tape: string, seq: number): Promise<number | null> {
  const { items } = await client.call('entries.list', { tape, from: seq, limit: LOOK });
  return items.find((row) => row.step !== null)?.step ?? null;
}

type Target = Pick<Hit, 'tape' | 'seq' | 'step'>;

/** Moves the playhead to a hit, unless the reader has gone on while it was looked for. */
const bringPlayhead = async (client: Client, hit: Target): Promise<void> => {
  const step = hit.step ?? (await stepNear(client, hit.tape, hit.seq));
  const { tape, entry, moveTo } = useStore.getState();
  if (step !== null && tape === hit.tape && entry === hit.seq) moveTo(step);
};

/** Selects the entry of a hit, opening its tape where it is another one, and brings the playhead to it. */
export function goToHit(client: Client, hit: Target): void {
  const { tape, openTape, select } = useStore.getState();
  if (hit.tape !== tape) openTape(hit.tape, { step: hit.step, entry: hit.seq });
  else select(hit.seq);
  void bringPlayhead(client, hit);
}

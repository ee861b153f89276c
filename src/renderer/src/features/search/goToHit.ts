import type { Client } from '../../../../shared/rpc/client.ts';
import type { Hit } from '../../../../shared/rpc/contract.ts';
import { stepNear } from '../../data/stepNear.ts';
import { useStore } from '../../state/store.ts';

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

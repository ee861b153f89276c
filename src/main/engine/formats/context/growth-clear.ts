import { figure } from '../../../../shared/model/figure.ts';
import { contextSize } from '../../../../shared/model/vocabulary.ts';
import { addTo, type Growth, heldBy, release, type Sized, weightBy } from './growth-state.ts';
import type { Released } from './habits.ts';
import { CLEARED_TOKENS } from './tokens.ts';

/** Takes entries out of a context, in place. `short`: by how much the request is smaller than what the log has for it. */
export function clear(growth: Growth, request: Sized, { seqs }: Released, short: number): void {
  if (seqs.length === 0) return;
  const note = `${figure(contextSize(request.usage))} tokens are recorded, ${figure(Math.round(short))} fewer than the log has for this request`;
  const tokens = seqs.reduce((sum, seq) => sum + heldBy(growth, seq), 0);
  const placeholders = CLEARED_TOKENS * seqs.filter((seq) => (growth.entries.get(seq)?.row.results.length ?? 0) > 0).length;
  for (const seq of seqs) {
    const weight = weightBy(growth, seq) ?? 0;
    release(growth, seq);
    growth.unsent.set(seq, { step: request.step, tokens: weight, note });
    growth.thoughts.delete(seq);
  }
  if (placeholders !== 0) addTo(growth, 'probably-not-sent', placeholders);
  growth.events.push({ type: 'probably-not-sent', step: request.step ?? 0, tokens: placeholders - tokens, basis: 'inferred', note });
}

import { isMiss } from '../../../../shared/model/cache.ts';
import { useStep } from '../../data/hooks.ts';
import { useFates, usePriceBook } from '../../data/moneyHooks.ts';
import { useStore } from '../../state/store.ts';
import { formatShort } from '../../ui/format.ts';
import { dollarsOf } from '../../ui/money.ts';
import { reasonWord } from './fate-text.ts';

/** At the head of a context: what its request cost, and in a few words why its cache was missed. Its words in full are in the inspector. */
export function FateFact({ tape, step: at }: { tape: string; step: number }) {
  const fate = useFates(tape)?.get(at);
  const step = useStep(tape, at);
  const book = usePriceBook();
  const select = useStore((state) => state.select);
  if (step?.usage == null || step.borrowed) return null;
  const cost = step.cost ?? book?.cost(step.model, step.time, step.usage) ?? null;
  const again = fate !== undefined && isMiss(fate) ? `cache ${reasonWord(fate)}: ${formatShort(fate.again)} tokens sent again` : '';
  return (
    <>
      {book !== null && cost !== null && (
        <span title={step.cost === undefined ? 'Computed by the list of prices' : 'As the log records it'}>{dollarsOf(cost)}</span>
      )}
      {again !== '' && (
        <button type="button" title={fate?.text} onClick={() => select(null)}>
          <u>{again}</u>
        </button>
      )}
    </>
  );
}

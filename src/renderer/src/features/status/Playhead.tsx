import { contextSize } from '../../../../shared/model/index.ts';
import { usePlayhead, useSpot, useStep, useTape } from '../../data/hooks.ts';
import { useStore } from '../../state/store.ts';
import { formatNumber } from '../../ui/format.ts';
import { useRested } from '../../ui/useRested.ts';

/** Says where the playhead came to rest, to readers of the screen; on another tape it starts over. */
export function Playhead() {
  const tape = useStore((state) => state.tape);
  return (
    <span className="unseen" role="status" aria-live="polite">
      <Words key={tape} tape={tape} />
    </span>
  );
}

const Words = ({ tape }: { tape: string | null }) => {
  const steps = useTape(tape).data?.tape.steps;
  const step = useRested(usePlayhead(), 500);
  const spot = useRested(useSpot(), 500);
  const row = useStep(tape, step);
  if (spot === 'next') return step === null ? 'Next request' : `Next request, after step ${step} of ${steps ?? step}`;
  const tokens = row?.usage && !row.borrowed ? `, ${formatNumber(contextSize(row.usage))} tokens recorded` : '';
  return step !== null && steps !== undefined ? `Step ${step} of ${steps}${tokens}` : '';
};

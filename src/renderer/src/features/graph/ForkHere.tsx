import { Fragment } from 'react';
import { useCanFork } from '../../data/formatHooks.ts';
import { useLegality } from '../../data/graphHooks.ts';
import { useStore } from '../../state/store.ts';

/**
 * Whether one may resume or fork at an entry; if not, which call or parent is at fault, and the nearest entries where one may. Nothing on a tape
 * that Tapescope forks nowhere. `lead` comes before it.
 */
export function ForkHere({ tape, seq, lead }: { tape: string; seq: number; lead?: string }) {
  return useCanFork(tape) ? (
    <>
      {lead}
      <Legality tape={tape} seq={seq} />
    </>
  ) : null;
}

const Legality = ({ tape, seq }: { tape: string; seq: number }) => {
  const legality = useLegality(tape, seq).data;
  const select = useStore((state) => state.select);
  if (legality === undefined) return null;
  if (legality.legal) return <span className="ok">You can fork here</span>;
  const places = [legality.before, legality.after].filter((place) => place !== null);
  return (
    <span className="dim">
      {legality.reason}
      {places.length > 0 && ' Fork after '}
      {places.map((place, at) => (
        <Fragment key={place}>
          {at > 0 && ' or '}
          <button type="button" className="link same-colour" onClick={() => select(place)}>
            #{place}
          </button>
        </Fragment>
      ))}
      {places.length > 0 && '.'}
    </span>
  );
};

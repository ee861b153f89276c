import { useCanFork } from '../../data/formatHooks.ts';
import { ForkHere } from '../graph/ForkHere.tsx';
import { Fact } from './Facts.tsx';

/** Whether a fork may begin after an entry; no fact at all of a tape that Tapescope forks nowhere. */
export function ForkPoint({ tape, seq }: { tape: string; seq: number }) {
  return <Fact name="fork point">{useCanFork(tape) && <ForkHere tape={tape} seq={seq} />}</Fact>;
}

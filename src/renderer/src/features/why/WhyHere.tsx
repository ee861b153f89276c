import { usePlayhead, useTape } from '../../data/hooks.ts';
import { useWhy } from '../../data/residencyHooks.ts';
import { useStore } from '../../state/store.ts';
import { Fact } from '../inspector/Facts.tsx';

/** Longer tapes take seconds, which nobody has asked for who only looks at an entry. */
const SMALL = 100_000;
const SMALL_RECALLED = 2000;

/** A fact of the inspector: why the entry is or is not in the context at the playhead, and what a summary made of it. */
export function WhyHere({ tape, seq }: { tape: string; seq: number }) {
  const policy = useStore((state) => state.policy);
  const next = useStore((state) => state.next);
  const step = usePlayhead();
  const head = useTape(tape).data?.tape;
  const most = policy.includes('memory:') ? SMALL_RECALLED : SMALL;
  const rests = head !== undefined && !head.live && head.entries <= most && (next || step !== null);
  const item = useWhy(tape, rests ? { seq } : null, next ? { next: true } : step === null ? null : { step }, policy).data?.items[0];
  if (!item) return null;
  return (
    <Fact name="why">
      {item.words}
      {item.carried !== null && item.fate !== 'verbatim' && <q>{item.carried}</q>}
    </Fact>
  );
}

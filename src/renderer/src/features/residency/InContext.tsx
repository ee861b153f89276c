import { useLine } from '../../data/branchHooks.ts';
import { useTape } from '../../data/hooks.ts';
import { useStays } from '../../data/residencyHooks.ts';
import { useStore } from '../../state/store.ts';
import { Fact } from '../inspector/Facts.tsx';
import { staysWords } from './labels.ts';

/** Longer tapes take seconds, which nobody has asked for who only looks at an entry; the chart has the same words. */
const SMALL = 100_000;
/** The same where the memory is asked at each step. */
const SMALL_RECALLED = 2000;

/** A fact of the inspector, once it is known: when an entry was in context, with links to the first step that saw it and the one at which it left. */
export function InContext({ tape, seq, step }: { tape: string; seq: number; step: number | null }) {
  const policy = useStore((state) => state.policy);
  const moveTo = useStore((state) => state.moveTo);
  const head = useTape(tape).data?.tape;
  const most = policy.startsWith('memory:') ? SMALL_RECALLED : SMALL;
  const line = useLine(tape)?.last ?? null;
  const stays = useStays(tape, seq, policy, line, head !== undefined && !head.live && head.steps > 0 && head.entries <= most).data?.stays;
  if (stays === undefined) return null;
  const [first] = stays;
  const last = stays.at(-1)?.left ?? null;
  return (
    <Fact name="in context">
      {stays.length === 0 && step !== null ? `written in step ${step}; in no later context` : staysWords(stays)}
      {first && (
        <>
          {' · '}
          <button type="button" onClick={() => moveTo(first.from)}>
            <u>first seen</u>
          </button>
        </>
      )}
      {last && (
        <>
          {' · '}
          <button type="button" onClick={() => moveTo(last.step)}>
            <u>left</u>
          </button>
        </>
      )}
    </Fact>
  );
}

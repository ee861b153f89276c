import { type RefObject, useMemo } from 'react';
import type { Ahead, View } from '../../../../shared/model/index.ts';
import { useSpot, useTape, useView } from '../../data/hooks.ts';
import { useStore } from '../../state/store.ts';
import { Failure } from '../../ui/Failure.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { AheadList } from './AheadList.tsx';
import styles from './Context.module.css';
import { ContextBar } from './ContextBar.tsx';
import { ContextList } from './ContextList.tsx';
import { isNoAnchor, NoAnchor } from './NoAnchor.tsx';
import { type Reached, useAhead, useReplacing } from './useAhead.ts';

/**
 * Entries that this view holds and the one it is compared with did not. Asked for once the playhead rests, so that a held
 * key asks for one view per step.
 */
function useAdded(view: View | undefined, resting: boolean): ReadonlySet<number> {
  const since = view?.since ?? null;
  const before = useView(resting && since ? (view?.tape ?? null) : null, since?.step ?? null, view?.policy ?? 'as-recorded');
  const then = before.isPlaceholderData || since === null ? undefined : before.data;
  return useMemo(() => {
    if (view === undefined || then === undefined || then.step !== view.since?.step) return new Set();
    const had = new Set(then.blocks.flatMap((block) => block.entries));
    return new Set(listedIn(view).filter((seq) => !had.has(seq)));
  }, [view, then]);
}

/** Entries of the blocks that are listed. */
const listedIn = ({ blocks }: View): number[] => blocks.flatMap(({ entries, folded }) => (folded === undefined ? entries : []));

/** What the model saw at the playhead: block by block, with what was left out in its place. */
export function ContextPanel() {
  const tape = useStore((state) => state.tape);
  return tape === null ? null : <ContextOf key={tape} tape={tape} />;
}

const ContextOf = ({ tape }: { tape: string }) => {
  const policy = useStore((state) => state.policy);
  const spot = useSpot();
  const head = useTape(tape);
  const { ahead, reading, reached, setOver } = useAhead(tape, head.data?.tape);
  const view = useView(ahead && reading ? null : tape, spot, policy);
  useReplacing(ahead !== null && !reading, view, setOver);
  // The newest first: those are near the playhead of who has just opened the tape.
  const anchors = useMemo(() => head.data?.anchors.toReversed() ?? [], [head.data]);
  if (head.data?.tape.entries === 0) return <NothingYet />;
  if (ahead) return <AheadView ahead={ahead} reached={reached} />;
  const failed = view.error ?? head.error;
  return (
    <section
      className={`${styles.panel} grid full-height shrink-y on-bg rows-below-head`}
      aria-label="Context"
      aria-busy={view.isPlaceholderData}
    >
      <ContextBar
        settled={!view.isPlaceholderData}
        next={spot === 'next'}
        view={failed ? undefined : view.data}
        failed={failed !== null}
        policy={policy}
        anchors={anchors}
      />
      {failed && isNoAnchor(failed) ? (
        <NoAnchor error={failed} />
      ) : failed ? (
        <Failure error={failed} onRetry={() => void view.refetch()} />
      ) : view.data ? (
        <Blocks view={view.data} resting={!view.isPlaceholderData} begin={reached} />
      ) : (
        <SkeletonRows rows={9} height={50} label="Assembling the context" />
      )}
    </section>
  );
};

const AheadView = ({ ahead, reached }: { ahead: Ahead; reached: RefObject<Reached | null> }) => (
  <section className={`${styles.panel} grid full-height shrink-y on-bg rows-below-head`} aria-label="Context">
    <ContextBar settled={false} next view={undefined} ahead={ahead} failed={false} policy="as-recorded" anchors={[]} />
    <AheadList blocks={ahead.blocks} reached={reached} />
  </section>
);

const Blocks = ({ view, resting, begin }: { view: View; resting: boolean; begin: RefObject<Reached | null> }) => {
  const added = useAdded(view, resting);
  return <ContextList view={view} added={added} resting={resting} begin={begin} />;
};

const NothingYet = () => (
  <section className={`${styles.panel} grid full-height shrink-y on-bg rows-below-head`} aria-label="Context">
    <p className="pad-4 small dim measure">This tape has no entries yet. Its next request will appear here.</p>
  </section>
);

import type { Policy, View } from '../../../../shared/model/index.ts';
import { useSpot, useTape, useView } from '../../data/hooks.ts';
import { useStore } from '../../state/store.ts';
import { Failure } from '../../ui/Failure.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import styles from './Context.module.css';
import { ContextBar } from './ContextBar.tsx';
import { ContextList } from './ContextList.tsx';
import { isNoAnchor, NoAnchor } from './NoAnchor.tsx';
import { useAdded } from './useAdded.ts';

/** What the model saw at the playhead: block by block, with what was left out in its place. */
export const ContextPanel = () => {
  const tape = useStore((state) => state.tape);
  return tape === null ? null : <ContextOf key={tape} tape={tape} />;
};

const ContextOf = ({ tape }: { tape: string }) => {
  const policy = useStore((state) => state.policy);
  const spot = useSpot();
  const head = useTape(tape);
  const view = useView(tape, spot, policy);
  // The newest first: those are near the playhead of who has just opened the tape.
  const anchors = head.data?.anchors.toReversed() ?? [];
  if (head.data?.tape.entries === 0) return <NothingYet />;
  const failed = view.error ?? head.error;
  return (
    <section className={styles.panel} aria-label="Context" aria-busy={view.isPlaceholderData}>
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
        <Blocks view={view.data} policy={policy} resting={!view.isPlaceholderData} />
      ) : (
        <SkeletonRows rows={9} height={50} label="Assembling the context" />
      )}
    </section>
  );
};

const Blocks = ({ view, resting }: { view: View; policy: Policy; resting: boolean }) => {
  const added = useAdded(view, resting);
  return <ContextList view={view} added={added} resting={resting} />;
};

const NothingYet = () => (
  <section className={styles.panel} aria-label="Context">
    <p className={styles.empty}>This tape has no entries yet. Its next request will appear here.</p>
  </section>
);

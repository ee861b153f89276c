import type { Policy, TapeRow, View } from '../../../../shared/model/index.ts';
import { usePlayhead, useTape, useView } from '../../data/hooks.ts';
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
  const step = usePlayhead();
  const head = useTape(tape);
  const view = useView(tape, step, policy);
  // The newest first: those are near the playhead of who has just opened the tape.
  const anchors = head.data?.anchors.map((anchor) => anchor.name).toReversed() ?? [];
  if (head.data?.tape.steps === 0) return <NoSteps tape={head.data.tape} />;
  const failed = view.error ?? head.error;
  return (
    <section className={styles.panel} aria-label="Context" aria-busy={view.isPlaceholderData}>
      <ContextBar view={failed ? undefined : view.data} failed={failed !== null} policy={policy} anchors={anchors} />
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

const noSteps = ({ entries, native }: TapeRow): string => {
  if (native !== null)
    return 'No step is on this tape yet, so there is no context to show. A step is what an agent answers: a run that it appends under one run_id, or a message of the assistant. Every entry stands under Entries.';
  return entries === 0
    ? 'This tape has no entries yet. What is written to it will appear here.'
    : 'No request to a model is in this log, so there is no context to show. Every line of it stands under Entries.';
};

const NoSteps = ({ tape }: { tape: TapeRow }) => (
  <section className={styles.panel} aria-label="Context">
    <p className={styles.empty}>{noSteps(tape)}</p>
  </section>
);

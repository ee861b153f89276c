import { useState } from 'react';
import type { MergeOptions, TapeRow, Verdict } from '../../../../../shared/model/index.ts';
import type { Output } from '../../../../../shared/rpc/contract.ts';
import { useMergePreview, useNativeCall, useNativeInfo } from '../../../data/nativeHooks.ts';
import { useStore } from '../../../state/store.ts';
import { Failure } from '../../../ui/Failure.tsx';
import { SkeletonRows } from '../../../ui/Skeleton.tsx';
import { useKeys } from '../../keyboard/useKeys.ts';
import { NextPreview } from '../../next/NextPreview.tsx';
import { READ_ONLY } from '../actions.ts';
import { useNative } from '../useNative.ts';
import styles from './Merge.module.css';
import { MergeAnswer } from './MergeAnswer.tsx';
import { MergeHead } from './MergeHead.tsx';
import { MergeList } from './MergeList.tsx';
import { mergedWords, whyNot } from './sentences.ts';

const begin: Omit<MergeOptions, 'names'> = { order: 'append', dedup: 'none', onConflict: 'refuse', insightsOnly: false };

/** The forks that a merge is first shown for: the one that is open, else the one written to last. */
const firstNames = (tape: TapeRow, forks: readonly TapeRow[]): string[] => {
  if (tape.native?.fork != null) return [tape.native.fork];
  const newest = forks.toSorted((a, b) => (b.ended ?? 0) - (a.ended ?? 0))[0]?.native?.fork;
  return newest == null ? [] : [newest];
};

/** What a merge would do, entry by entry, and the way to do it. It takes the whole desk. */
export function MergeView() {
  const { tape, forks, readOnly } = useNative();
  const setPanel = useStore((state) => state.setPanel);
  const setDrawer = useStore((state) => state.setDrawer);
  useKeys({ close: () => (useStore.getState().drawer === null ? setPanel('context') : setDrawer(null)) });
  if (tape === null) return <SkeletonRows rows={9} height={44} label="Reading the tape" />;
  const { native } = tape;
  if (native === null || (native.fork === null ? forks.length === 0 : !native.open)) return <Nothing tape={tape} />;
  const parent = native.fork === null ? tape.id : (tape.parent ?? tape.id);
  return <Merge key={parent} tape={tape} parent={parent} forks={forks} readOnly={readOnly} />;
}

const Nothing = ({ tape }: { tape: TapeRow }) => (
  <section className={`${styles.view} grid full-height shrink-y on-bg`} aria-label="Merge">
    <MergeHead into={tape.native?.session ?? ''} forks={[]} names={[]} onNames={() => {}} />
    <p className="pad-4 small dim measure">
      {tape.native === null
        ? 'You can merge only forks of native tapes.'
        : 'No open forks. Fork at the playhead with f, then merge it here.'}
    </p>
  </section>
);

interface Props {
  tape: TapeRow;
  /** The tape that takes the entries. */
  parent: string;
  forks: readonly TapeRow[];
  readOnly: boolean;
}

const Merge = ({ tape, parent, forks, readOnly }: Props) => {
  const { openTape, setNotice } = useStore.getState();
  const session = tape.native?.session ?? '';
  const info = useNativeInfo(parent).data;
  const [chosen, setChosen] = useState<string[] | null>(null);
  const [way, setWay] = useState(begin);
  const [gated, setGated] = useState(true);
  const [judged, setJudged] = useState<{ for: string; verdict: Verdict } | null>(null);
  const names = chosen ?? firstNames(tape, forks);
  const options: MergeOptions = { ...way, names };
  const ids = forks.filter((fork) => names.includes(fork.native?.fork ?? '')).map((fork) => fork.id);
  const policy = useStore((state) => state.policy);
  const preview = useMergePreview(parent, options, ids, policy);
  const judge = useNativeCall('native.judge');
  const merge = useNativeCall('native.merge');
  const gate = info?.gate;
  // A verdict is about one union: other choices, or a tape that has grown, make it nobody's.
  const unionAt = (head: number | undefined) => JSON.stringify([options, head, preview.data?.order.length]);
  const union = unionAt(preview.data?.head);
  const verdict = judged?.for === union ? judged.verdict : (preview.data?.verdict ?? null);
  const why = whyNot({
    preview: preview.data,
    // A person may merge what the gate refuted, by saying that it is not to judge.
    verdict: gated ? verdict : null,
    readOnly: readOnly ? READ_ONLY : null,
    waiting: preview.isPlaceholderData,
    failed: preview.isError,
    names: names.length,
  });
  const change = (part: Partial<typeof begin>) => {
    setWay({ ...way, ...part });
    judge.reset();
    merge.reset();
  };
  const merged = (done: Output<'native.merge'>) => {
    if (done.verdict?.verdict === 'refuted') {
      // The verdict itself is an event on the tape, and that is all that has come to it.
      setJudged({ for: unionAt(done.event), verdict: done.verdict });
      return;
    }
    openTape(parent, { entry: done.ids[0] ?? done.event });
    setNotice(mergedWords(done.ids, names, session));
  };
  // The library may say that the fork is merged before the answer comes. This view is gone then, and with it
  // the callbacks of `mutate`; its promise is kept.
  const run = () =>
    preview.data !== undefined &&
    merge
      .mutateAsync({ tape: parent, ...options, gate: gate != null && gated, head: preview.data.head })
      .then(merged, () => void preview.refetch());
  return (
    <section className={`${styles.view} grid full-height shrink-y on-bg`} aria-label="Merge" aria-busy={preview.isPlaceholderData}>
      <MergeHead into={session} forks={forks} names={names} onNames={setChosen} />
      <div>
        <MergeAnswer
          preview={preview.isError ? null : preview.data}
          way={way}
          onWay={change}
          gate={gate}
          gated={gated}
          onGated={setGated}
          verdict={verdict}
          judging={judge.isPending}
          onJudge={
            readOnly
              ? null
              : () => judge.mutate({ tape: parent, ...options }, { onSuccess: (said) => setJudged({ for: union, verdict: said }) })
          }
          why={why}
          merging={merge.isPending}
          onMerge={run}
          failure={merge.error ?? judge.error}
        />
        {preview.data?.next && (
          <div className="pad-x-4 on-panel">
            <NextPreview next={preview.data.next} />
          </div>
        )}
      </div>
      {preview.isError ? (
        <Failure error={preview.error} onRetry={() => void preview.refetch()} />
      ) : preview.data === undefined ? (
        names.length === 0 ? (
          <p className="pad-4 small dim measure">Choose a fork to preview its merge.</p>
        ) : (
          <SkeletonRows rows={9} height={32} label="Preparing the preview" />
        )
      ) : (
        <MergeList preview={preview.data} onConflict={way.onConflict} into={session} several={names.length > 1} />
      )}
    </section>
  );
};

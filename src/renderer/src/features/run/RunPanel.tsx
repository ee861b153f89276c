import type { RunSetup } from '../../../../shared/model/run.ts';
import { useRunSetup } from '../../data/runHooks.ts';
import { useStore } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { runCommand } from '../keyboard/useKeys.ts';
import { useOpenRow } from '../native/useNative.ts';
import { Composer } from './Composer.tsx';
import { NextRequest } from './NextRequest.tsx';
import styles from './Run.module.css';
import { RunView } from './RunView.tsx';
import { TurnStrip } from './TurnStrip.tsx';
import { useWhyNoRun } from './useRun.ts';

/** At the head of a native tape: the next request as it will be sent, the run, and a place to write its prompt. */
export function RunPanel() {
  const tape = useStore((state) => state.tape);
  const row = useOpenRow();
  if (tape === null || row === null) return null;
  return row.native === null ? <Foreign /> : <RunOf key={row.id} tape={row.id} />;
}

/** A log of an agent is never written. */
const Foreign = () => (
  <section className={`${styles.foreign} pad-x-4 pad-y-5 dim measure`} aria-label="Run">
    <p>{useWhyNoRun()}</p>
    <Button onClick={() => runCommand('native.continue')}>Continue in a new tape…</Button>
  </section>
);

const RunOf = ({ tape }: { tape: string }) => {
  const setup = useRunSetup(tape);
  if (setup.isError) return <Failure error={setup.error} onRetry={() => void setup.refetch()} />;
  return (
    <section className={`${styles.panel} row full-height shrink-y on-bg`} aria-label="Run">
      {setup.data === undefined ? (
        <SkeletonRows rows={9} height={50} label="Looking for models and tools" />
      ) : (
        <Desk tape={tape} setup={setup.data} />
      )}
    </section>
  );
};

const Desk = ({ tape, setup }: { tape: string; setup: RunSetup }) => (
  <>
    <NextRequest tape={tape} setup={setup} />
    <div className={`${styles.talk} stack shrink-x shrink-y line-left`}>
      {setup.run !== null && <TurnStrip run={setup.run} />}
      <RunView run={setup.run} />
      <Composer tape={tape} setup={setup} />
    </div>
  </>
);

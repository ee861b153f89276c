import { useStore } from '../../state/store.ts';
import { Failure } from '../../ui/Failure.tsx';
import { Bar } from '../../ui/Skeleton.tsx';
import styles from './Tape.module.css';
import { TapeView } from './TapeView.tsx';
import { Details, useColumns } from './useColumns.ts';

/** The tape across the top: where things happened, how large the context was, and where the playhead is. */
export function TapePanel({ folds }: { folds: boolean }) {
  const tape = useStore((state) => state.tape);
  const columns = useColumns(tape);
  const setFolds = useStore((state) => state.setFolds);
  return (
    <section className="full-height relative shrink-x shrink-y clip on-panel" aria-label="Tape">
      {columns.data && <Details held={columns.data} />}
      {folds && (
        <button type="button" className={`${styles.fold} absolute tiny dim raised link`} onClick={() => setFolds(true)}>
          fold
        </button>
      )}
      {tape === null ? null : columns.data ? (
        <TapeView key={tape} held={columns.data} />
      ) : columns.error ? (
        <Failure error={columns.error} onRetry={() => void columns.refetch()} />
      ) : (
        <Loading />
      )}
    </section>
  );
}

const Loading = () => (
  <div className={`${styles.loading} stack full-height gap-3`} role="status" aria-label="Reading the tape">
    <Bar width="100%" />
    <div className="grow line-below" />
    <Bar width="100%" />
    <Bar width="100%" />
  </div>
);

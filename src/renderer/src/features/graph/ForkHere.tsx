import { useLegality } from '../../data/graphHooks.ts';
import { useStore } from '../../state/store.ts';
import styles from './Graph.module.css';

/** Whether one may resume or fork at an entry, and if not, which call or parent is at fault. */
export const ForkHere = ({ tape, seq }: { tape: string; seq: number }) => {
  const legality = useLegality(tape, seq).data;
  const select = useStore((state) => state.select);
  if (legality === undefined) return null;
  if (legality.legal) return <span className={styles.legal}>You can fork here</span>;
  return (
    <span className={styles.illegal}>
      {legality.reason}
      {legality.at !== null && legality.at !== seq && (
        <>
          {' '}
          <button type="button" className={styles.link} onClick={() => legality.at !== null && select(legality.at)}>
            #{legality.at}
          </button>
        </>
      )}
    </span>
  );
};

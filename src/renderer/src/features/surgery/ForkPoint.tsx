import { useLegality } from '../../data/graphHooks.ts';
import { formatNumber } from '../../ui/format.ts';
import { refusedPlace } from './fork-point.ts';
import styles from './Surgery.module.css';

interface Props {
  tape: string;
  /** The entry that the field names. */
  at: number | null;
  /** The entry that the reader came from. */
  from: number;
  onAt: (seq: number) => void;
}

/** Why no fork begins at the place that was asked for, and the nearest places where one may. */
export const ForkPoint = ({ tape, at, from, onAt }: Props) => {
  const refused = refusedPlace(useLegality(tape, at).data, useLegality(tape, from).data);
  if (refused === null) return null;
  const { seq, reason, before, after } = refused;
  return (
    <p className={styles.forkPoint}>
      <span>
        No fork after entry {formatNumber(seq)}: {reason}
      </span>
      {before === null && after === null && <span>No other place on this branch can begin one.</span>}
      {before !== null && <Place where="before" seq={before} at={at} onAt={onAt} />}
      {after !== null && <Place where="after" seq={after} at={at} onAt={onAt} />}
    </p>
  );
};

const Place = ({ where, seq, at, onAt }: { where: 'before' | 'after'; seq: number } & Pick<Props, 'at' | 'onAt'>) => (
  <button type="button" aria-pressed={seq === at} onClick={() => onAt(seq)}>
    the place {where} it, #{seq}
  </button>
);

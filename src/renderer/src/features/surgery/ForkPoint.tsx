import { useLegality } from '../../data/graphHooks.ts';
import { formatNumber } from '../../ui/format.ts';
import { refusedPlace, unlessOpenCall } from './fork-point.ts';
import styles from './Surgery.module.css';

interface Props {
  tape: string;
  /** The entry that the field names. */
  at: number | null;
  /** The entry that the reader came from. */
  from: number;
  onAt: (seq: number) => void;
  /** A native tape: a fork is refused nowhere, but no model accepts one inside an open call. */
  native?: boolean;
}

/** Why no fork begins at the place that was asked for, and the nearest places where one may. */
export function ForkPoint({ tape, at, from, onAt, native = false }: Props) {
  const [here, came] = [useLegality(tape, at).data, useLegality(tape, from).data];
  const refused = native ? refusedPlace(unlessOpenCall(here), unlessOpenCall(came)) : refusedPlace(here, came);
  if (refused === null) return null;
  const { seq, reason, before, after } = refused;
  return (
    <p className={`${styles.forkPoint} row baseline wrap gap-x-2 gap-y-1 small dim`}>
      <span>
        {native ? 'No model accepts a fork after entry' : 'No fork after entry'} {formatNumber(seq)}: {reason}
      </span>
      {before === null && after === null && <span>There is nowhere else on this branch to fork.</span>}
      {before !== null && <Place where="before" seq={before} at={at} onAt={onAt} />}
      {after !== null && <Place where="after" seq={after} at={at} onAt={onAt} />}
    </p>
  );
}

const Place = ({ where, seq, at, onAt }: { where: 'before' | 'after'; seq: number } & Pick<Props, 'at' | 'onAt'>) => (
  <button type="button" className="pill-choice" aria-pressed={seq === at} onClick={() => onAt(seq)}>
    the place {where} it, #{seq}
  </button>
);

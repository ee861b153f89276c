import type { TapeRow } from '../../../../shared/model/index.ts';
import { useStore } from '../../state/store.ts';
import { count, formatWhen } from '../../ui/format.ts';
import { projectNames, titleOf } from '../library/names.ts';
import styles from './Welcome.module.css';

/** The tapes written last; what was made from or for others is left to the library. */
const newest = (tapes: readonly TapeRow[], amount: number): TapeRow[] =>
  tapes
    .filter((tape) => tape.parent === null)
    .toSorted((a, b) => (b.ended ?? 0) - (a.ended ?? 0))
    .slice(0, amount);

export const Recent = ({ tapes }: { tapes: readonly TapeRow[] }) => {
  const openTape = useStore((state) => state.openTape);
  const recent = newest(tapes, 6);
  const names = projectNames(tapes.map((tape) => tape.project));
  return (
    <ul className={styles.recent} aria-label="Newest tapes">
      {recent.map((tape) => (
        <li key={tape.id}>
          <button type="button" className={styles.tape} onClick={() => openTape(tape.id)}>
            <span className="cut">{titleOf(tape)}</span>
            <span className={styles.facts}>
              {[names.get(tape.project), count(tape.steps, 'step'), formatWhen(tape.ended)].filter(Boolean).join(' · ')}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
};

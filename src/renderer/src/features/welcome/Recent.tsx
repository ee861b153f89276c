import { projectNames, titleOf } from '../../../../shared/library/names.ts';
import type { TapeRow } from '../../../../shared/model/index.ts';
import { useFormats } from '../../data/formatHooks.ts';
import { useStore } from '../../state/store.ts';
import { count, formatWhen } from '../../ui/format.ts';
import styles from './Welcome.module.css';

/** The tapes written last, the newest first; what was made from or for others is left to the library. */
export function Recent({ tapes }: { tapes: readonly TapeRow[] }) {
  const openTape = useStore((state) => state.openTape);
  const formats = useFormats();
  const names = projectNames(tapes.map((tape) => tape.project));
  return (
    <ul className={styles.recent} aria-label="Newest tapes">
      {tapes.map((tape) => (
        <li key={tape.id}>
          <button type="button" className={styles.tape} onClick={() => openTape(tape.id)}>
            <span className="cut">{titleOf(tape)}</span>
            <span className={styles.facts}>
              {[
                formats.find(({ id }) => id === tape.format)?.name,
                names.get(tape.project),
                count(tape.steps, 'step'),
                formatWhen(tape.ended),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

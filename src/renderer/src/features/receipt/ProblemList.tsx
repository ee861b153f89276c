import type { Problem } from '../../../../shared/model/index.ts';
import { formatBytes, formatNumber } from '../../ui/format.ts';
import styles from './Receipt.module.css';

interface Props {
  problems: readonly Problem[];
  /** How many there are; the list may hold fewer. */
  total: number;
  onInspect: (problem: Problem) => void;
}

/** Lines that were mended or could not be read; each opens its raw bytes. */
export function ProblemList({ problems, total, onInspect }: Props) {
  if (total === 0) return null;
  return (
    <section className={styles.section}>
      <h3>Lines with problems</h3>
      <ul>
        {problems.map((problem) => (
          <li key={`${problem.offset} ${problem.outcome}`}>
            <button type="button" className={styles.problem} onClick={() => onInspect(problem)}>
              <span className={styles.line}>line {formatNumber(problem.line)}</span>
              <span>{problem.reason}</span>
              <span className={problem.outcome === 'unreadable' ? styles.unreadable : styles.dim}>
                {problem.outcome} · {formatBytes(problem.length)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {problems.length < total && (
        <p className={styles.dim}>
          The first {formatNumber(problems.length)} of {formatNumber(total)}.
        </p>
      )}
    </section>
  );
}

import styles from './MidCut.module.css';
import { endOf } from './mid-cut.ts';

/** One line that is cut before its end where that says most: the names of files, and names that begin alike. */
export function MidCut({ text }: { text: string }) {
  const end = endOf(text);
  if (end === '') return <span className="cut">{text}</span>;
  return (
    <span className={styles.mid}>
      <span className="unseen">{text}</span>
      <span className={styles.begin} aria-hidden="true">
        {text.slice(0, -end.length)}
      </span>
      <span className={`${styles.end} cut`} aria-hidden="true">
        {end}
      </span>
    </span>
  );
}

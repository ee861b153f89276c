import styles from './MidCut.module.css';
import { endOf } from './mid-cut.ts';

/** One line that is cut before its end where that says most: the names of files, and names that begin alike. */
export function MidCut({ text }: { text: string }) {
  const end = endOf(text);
  if (end === '') return <span className="cut">{text}</span>;
  return (
    <span className="relative row shrink-x">
      <span className="unseen">{text}</span>
      <span className={`${styles.begin} clip`} aria-hidden="true">
        {text.slice(0, -end.length)}
      </span>
      <span className={`${styles.end} cut rigid`} aria-hidden="true">
        {end}
      </span>
    </span>
  );
}

import styles from './MidCut.module.css';

/** Longer texts are the beginning of more, and their end says nothing. */
const MOST = 200;
/** Characters of a name that tell it from others. */
const END = 9;
/** Shorter ones always fit. */
const LEAST = 2 * END;

/** The file that a text ends with. */
const FILE = /[\\/][\p{L}\p{N}._@+-]{1,40}$/u;

/** The end of a line that stays in sight where there is no room for all of it: its file, or the end of a name. '' for other words. */
export function endOf(text: string): string {
  if (text.length < LEAST || text.length > MOST) return '';
  return FILE.exec(text)?.[0] ?? (/[\s\\/]/.test(text) ? '' : [...text].slice(-END).join(''));
}

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

import { formatNumber } from '../../ui/format.ts';
import styles from './Context.module.css';
import { SECTION_WORDS } from './labels.ts';
import type { TextSection } from './sections.ts';

interface Props {
  section: TextSection;
  /** Null where they were not counted for this text. */
  tokens: number | null;
  folded: boolean;
  onToggle: () => void;
}

/** A section of the file, letter by letter; the gutter says which it is and folds it. */
export function SectionText({ section: { name, text }, tokens, folded, onToggle }: Props) {
  return (
    <section id={`section-${name}`} className={styles.section} data-folded={folded}>
      <button type="button" className={styles.gutter} aria-expanded={!folded} onClick={onToggle} title={folded ? 'Unfold' : 'Fold'}>
        <b>{SECTION_WORDS[name] ?? name}</b>
        {tokens !== null && <span>{formatNumber(tokens)}</span>}
      </button>
      {folded ? <p className={styles.foldedLine}>{text.split('\n').length - 1} lines folded</p> : <pre className={styles.text}>{text}</pre>}
    </section>
  );
}

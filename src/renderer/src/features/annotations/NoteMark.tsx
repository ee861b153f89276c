import { notesOn, useNotes } from '../../data/annotationHooks.ts';
import { count } from '../../ui/format.ts';
import styles from './Annotations.module.css';

/** In a row: that a reader wrote about one of its entries, by the label or as "note". Nothing where nobody did. */
export const NoteMark = ({ tape, entries }: { tape: string; entries: readonly number[] }) => {
  const notes = useNotes(tape);
  if (notes.ranges.length === 0) return null;
  const here = [...new Set(entries.flatMap((seq) => notesOn(notes, seq)))];
  const [first] = here;
  if (first === undefined) return null;
  const said = here.map(({ label, text }) => [label, text].filter(Boolean).join(': ')).join('\n');
  return (
    <mark className={styles.mark} title={said}>
      <span className="unseen">{count(here.length, 'annotation')}: </span>
      {first.label ?? 'note'}
      {here.length > 1 && ` +${here.length - 1}`}
    </mark>
  );
};

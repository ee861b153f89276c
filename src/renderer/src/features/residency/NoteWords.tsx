import type { Annotation } from '../../../../shared/model/index.ts';
import styles from './Residency.module.css';

/** What readers wrote about a row, in the line below the chart; slanted, as nothing is that a log says. */
export function NoteWords({ notes }: { notes: readonly Annotation[] }) {
  if (notes.length === 0) return null;
  const said = notes.map(({ label, text }) => [label, text].filter(Boolean).join(': ')).join(' · ');
  return (
    <span className={`${styles.noted} cut`} title={said}>
      <span className="unseen">annotated: </span>
      {said.replace(/\s+/g, ' ')}
    </span>
  );
}

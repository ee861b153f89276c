import type { Annotation } from '../../../../shared/model/index.ts';
import { notesOn, useNotes } from '../../data/annotationHooks.ts';
import { count } from '../../ui/format.ts';
import styles from './Annotations.module.css';

/** In a row: that a reader wrote about one of its entries, by the label or as "note". Nothing where nobody did. */
export function NoteMark({ tape, entries }: { tape: string; entries: readonly number[] }) {
  const notes = useNotes(tape);
  if (notes.ranges.length === 0) return null;
  return <MarkOf notes={[...new Set(entries.flatMap((seq) => notesOn(notes, seq)))]} />;
}

/** Characters of a note that are read out with a row; the inspector has all of it. */
const READ_OUT = 200;

/** The mark of some annotations: quiet, with what they say on hover and for readers of the screen. */
export function MarkOf({ notes }: { notes: readonly Annotation[] }) {
  const [first] = notes;
  if (first === undefined) return null;
  const said = notes.map(({ label, text }) => [label, text].filter(Boolean).join(': ')).join('\n');
  const short = said.length > READ_OUT ? `${said.slice(0, READ_OUT).toWellFormed()}…` : said;
  return (
    <mark className={`${styles.mark} rigid ink cut inline-block margin-right-1`} title={said}>
      <span className="unseen">{`${count(notes.length, 'annotation')}: ${short}`}</span>
      <span aria-hidden="true">
        {first.label ?? 'note'}
        {notes.length > 1 && ` +${notes.length - 1}`}
      </span>
    </mark>
  );
}

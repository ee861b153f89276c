import type { ReactNode } from 'react';
import type { Annotation } from '../../../../shared/model/index.ts';
import { formatMoment, formatWhen } from '../../ui/format.ts';
import styles from './Annotations.module.css';

/** What a reader wrote, in the look that says so. `head` precedes it: where it is, or nothing. */
export function NoteLine({ note, head, children }: { note: Annotation; head?: ReactNode; children?: ReactNode }) {
  return (
    <div className={`${styles.note} shrink-x pad-y-tight pad-left-2`}>
      <p className={`${styles.noteHead} row baseline wrap gap-x-2 tiny dim`}>
        {head}
        {note.label !== null && <b className="italic">{note.label}</b>}
        <span title={formatMoment(note.changed)}>{formatWhen(note.changed)}</span>
        {note.stale && <span title="The annotated text has changed in the source, or is gone.">stale</span>}
        <span className="inline-row push gap-2">{children}</span>
      </p>
      {note.text !== '' && <p className={`${styles.said} scroll-y pre-wrap break-anywhere italic`}>{note.text}</p>}
    </div>
  );
}

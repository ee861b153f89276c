import type { Annotation } from '../../../../shared/model/index.ts';
import { useStore } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';
import { count } from '../../ui/format.ts';
import { useGoToEntry } from '../entries/useGoToEntry.ts';
import styles from './Annotations.module.css';
import { firstOf, targetWords } from './draft.ts';
import { NoteLine } from './NoteLine.tsx';

interface Props {
  tape: string;
  notes: readonly Annotation[];
  readOnly: boolean;
  onEdit: (note: Annotation) => void;
  onRemove: (id: string) => void;
  onClose: () => void;
}

/** Takes the reader to what an annotation is about: its entry, and for a block the context that it was read in. */
const useJump = (tape: string, onClose: () => void) => {
  const goTo = useGoToEntry(tape);
  const { select, moveTo, setPolicy } = useStore.getState();
  return ({ target }: Annotation) => {
    select(firstOf(target));
    if (target.type === 'block') {
      setPolicy(target.policy);
      moveTo(target.step);
    } else void goTo(firstOf(target));
    onClose();
  };
};

/** Everything that readers wrote about a tape, in its order. */
export function NoteList({ tape, notes, readOnly, onEdit, onRemove, onClose }: Props) {
  const jump = useJump(tape, onClose);
  const ordered = notes.toSorted((a, b) => firstOf(a.target) - firstOf(b.target));
  return (
    <section
      className={`${styles.all} scroll-y pad-x-4 pad-top-2 pad-bottom-3 line-above small`}
      aria-label="Annotations of this tape"
      tabIndex={-1}
    >
      <h3 className="pad-bottom-1 small semibold dim">{count(notes.length, 'annotation')} of this tape</h3>
      <ul className="grid gap-2">
        {ordered.map((note) => (
          <li key={note.id}>
            <NoteLine
              note={note}
              head={
                <Button look="quiet" onClick={() => jump(note)} aria-label={`Go to ${targetWords(note.target)}`}>
                  {targetWords(note.target)}
                </Button>
              }
            >
              {!readOnly && (
                <>
                  <Button look="quiet" onClick={() => onEdit(note)}>
                    edit
                  </Button>
                  <Button look="quiet" onClick={() => onRemove(note.id)}>
                    remove
                  </Button>
                </>
              )}
            </NoteLine>
          </li>
        ))}
      </ul>
    </section>
  );
}

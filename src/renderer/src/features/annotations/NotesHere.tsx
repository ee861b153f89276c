import { notesOn, useAnnotate, useNotes } from '../../data/annotationHooks.ts';
import { useInfo } from '../../data/appHooks.ts';
import { useStore } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Fact } from '../inspector/Facts.tsx';
import styles from './Annotations.module.css';
import { targetWords } from './draft.ts';
import { NoteLine } from './NoteLine.tsx';
import { annotate } from './state.ts';

/** A fact of the inspector: what readers wrote about this entry. A judgement, and drawn as one. */
export function NotesHere({ tape, seq }: { tape: string; seq: number }) {
  const readOnly = useInfo().data?.readOnly ?? true;
  const here = notesOn(useNotes(tape), seq);
  const { remove } = useAnnotate(tape);
  const setNotice = useStore((state) => state.setNotice);
  const drop = (id: string) => remove.mutate(id, { onError: (error) => setNotice(error.message) });
  if (readOnly && here.length === 0) return null;
  return (
    <Fact name="notes">
      <div className={`${styles.here} grid gap-2`}>
        {here.map((note) => (
          <NoteLine key={note.id} note={note} head={note.target.type !== 'entry' && targetWords(note.target)}>
            {!readOnly && (
              <>
                <Button look="quiet" onClick={() => annotate(note.id)}>
                  edit
                </Button>
                <Button look="quiet" onClick={() => drop(note.id)}>
                  remove
                </Button>
              </>
            )}
          </NoteLine>
        ))}
        {!readOnly && (
          <Button look="quiet" onClick={() => annotate(null)}>
            {here.length === 0 ? 'annotate this entry' : 'write another'}
          </Button>
        )}
      </div>
    </Fact>
  );
}

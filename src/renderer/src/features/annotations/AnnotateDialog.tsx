import { useRef, useState } from 'react';
import type { Annotation } from '../../../../shared/model/index.ts';
import { useAnnotate, useAnnotations } from '../../data/annotationHooks.ts';
import { useInfo } from '../../data/appHooks.ts';
import { usePlayhead, useTape } from '../../data/hooks.ts';
import { useStore } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { WriteForm } from '../native/Form.tsx';
import { type About, type Draft, draftOf, emptyDraft, type Standing, targetOf, targetWords } from './draft.ts';
import { NoteForm } from './NoteForm.tsx';
import { NoteList } from './NoteList.tsx';
import { useAnnotating } from './state.ts';

/** What an annotation can be about: a block only where a context is read. */
const aboutsOf = (editing: Annotation | undefined, { seq, step }: Standing): { about: About; words: string }[] => {
  const own = editing?.target;
  const at = own === undefined ? seq : own.type === 'span' ? own.from : own.seq;
  const block = own?.type === 'block' ? own.step : own === undefined ? step : null;
  return [
    { about: 'entry', words: `entry #${at ?? '…'}` },
    ...(block === null ? [] : [{ about: 'block' as const, words: `#${at} in the context of step ${block}` }]),
    { about: 'span', words: 'entries from … to' },
  ];
};

const useStanding = (): Standing => {
  // The dialog stays with what it was opened for.
  const [{ entry, policy, panel }] = useState(useStore.getState());
  const step = usePlayhead();
  return { seq: entry, step: panel === 'context' ? step : null, policy };
};

interface Props {
  tape: string;
  listed: { items: readonly Annotation[]; labels: readonly string[]; notes: readonly string[] };
  onClose: () => void;
}

const Annotating = ({ tape, listed, onClose }: Props) => {
  const field = useRef<HTMLTextAreaElement>(null);
  const standing = useStanding();
  const readOnly = useInfo().data?.readOnly ?? true;
  const entries = useTape(tape).data?.tape.entries ?? 0;
  const setNotice = useStore((state) => state.setNotice);
  const { set, remove } = useAnnotate(tape);
  const first = listed.items.find(({ id }) => id === useAnnotating.getState().editing);
  const [draft, setDraft] = useState<Draft>(first ? draftOf(first) : emptyDraft(standing.seq));
  const [wrong, setWrong] = useState<string>();
  const editing = listed.items.find(({ id }) => id === draft.id);
  const change = (part: Partial<Draft>) => {
    setDraft({ ...draft, ...part });
    setWrong(undefined);
  };
  const begin = (next: Draft) => {
    change(next);
    field.current?.focus();
  };
  const save = () => {
    const target = targetOf(draft, standing, entries, editing?.target ?? null);
    if (!target.ok) return setWrong(target.error);
    const { id, text, label } = draft;
    set.mutate(
      { ...(id !== null && { id }), target: target.value, text, label: label.trim() || null },
      {
        onSuccess: ({ annotation }) => {
          setNotice(`Annotated ${targetWords(annotation.target)}.`);
          onClose();
        },
      },
    );
  };
  const failed = set.error ?? remove.error;
  const canWrite = !readOnly && (standing.seq !== null || draft.id !== null);
  return (
    <Dialog
      title={editing ? `Annotation of ${targetWords(editing.target)}` : 'Annotate'}
      {...(canWrite && { focus: field })}
      onClose={onClose}
    >
      {canWrite ? (
        <WriteForm
          action={draft.id === null ? 'Annotate' : 'Save'}
          disabled={(draft.text.trim() === '' && draft.label.trim() === '') || set.isPending}
          note={
            draft.id === null ? (
              'Kept in Tapescope’s own data, never in the log. Ctrl Enter saves.'
            ) : (
              <Button look="quiet" onClick={() => begin(emptyDraft(standing.seq))}>
                write a new one
              </Button>
            )
          }
          failure={failed && <Failure error={failed} />}
          onSubmit={save}
        >
          <NoteForm draft={draft} change={change} labels={listed.labels} abouts={aboutsOf(editing, standing)} wrong={wrong} field={field} />
        </WriteForm>
      ) : (
        <p className="pad-x-4 pad-bottom-3 small dim">
          {readOnly ? 'This window is read-only: you cannot write annotations.' : 'Select an entry to annotate it.'}
        </p>
      )}
      {listed.notes.map((note) => (
        <p key={note} className="pad-x-4 pad-bottom-3 small dim" role="alert">
          {note}
        </p>
      ))}
      {listed.items.length > 0 && (
        <NoteList
          tape={tape}
          notes={listed.items}
          readOnly={readOnly}
          onEdit={(note) => begin(draftOf(note))}
          onRemove={(id) => {
            remove.mutate(id);
            if (id === draft.id) begin(emptyDraft(standing.seq));
          }}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
};

/** Writes, changes and removes what readers say of the tape: of the selected entry, of its block in this context, or of a span. */
export function AnnotateDialog({ onClose }: { onClose: () => void }) {
  const tape = useStore((state) => state.tape);
  const answer = useAnnotations(tape);
  if (tape === null) return null;
  const close = () => {
    useAnnotating.setState({ editing: null });
    onClose();
  };
  if (answer.data !== undefined) return <Annotating tape={tape} listed={answer.data} onClose={close} />;
  return (
    <Dialog title="Annotate" onClose={close}>
      {answer.isError ? (
        <Failure error={answer.error} onRetry={() => void answer.refetch()} />
      ) : (
        <SkeletonRows rows={3} height={44} label="Reading the annotations" />
      )}
    </Dialog>
  );
}

import { useRef, useState } from 'react';
import { useNativeCall } from '../../data/nativeHooks.ts';
import { useStore } from '../../state/store.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { Field, WriteForm } from './Form.tsx';
import { type NoteKind, noteOf } from './note.ts';
import { useMarked } from './state.ts';
import { useNative } from './useNative.ts';

const kinds: readonly { kind: NoteKind; hint: string }[] = [
  { kind: 'message', hint: 'Part of the conversation: the next request has it.' },
  { kind: 'event', hint: 'For people; no model reads it.' },
  { kind: 'insight', hint: 'A finding. A merge with insights only includes it, with the entries it cites.' },
];

/** Appends what somebody has to say. */
export function NoteDialog({ onClose }: { onClose: () => void }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const { tape } = useNative();
  const marked = useMarked(tape?.id ?? null);
  const { select, setNotice } = useStore.getState();
  const append = useNativeCall('native.append');
  const [kind, setKind] = useState<NoteKind>('message');
  const [text, setText] = useState('');
  if (tape === null) return null;
  const run = () =>
    append.mutate(
      { tape: tape.id, entries: [noteOf(kind, text, marked)] },
      {
        onSuccess: ({ ids, notes }) => {
          const [id] = ids;
          if (id !== undefined) select(id);
          setNotice([`Appended #${id}.`, ...notes].join(' '));
          onClose();
        },
      },
    );
  return (
    <Dialog title="Append a note" focus={field} onClose={onClose}>
      <WriteForm
        action="Append"
        disabled={text.trim() === '' || append.isPending}
        note={kind === 'insight' && marked.length > 0 ? `Cites ${marked.map((seq) => `#${seq}`).join(', ')}.` : 'Ctrl Enter appends.'}
        failure={append.isError && <Failure error={append.error} />}
        onSubmit={run}
      >
        <Field label="Note">
          {(props) => <TextArea ref={field} rows={5} value={text} onChange={(event) => setText(event.target.value)} {...props} />}
        </Field>
        <Field label="Kind" hint={kinds.find((one) => one.kind === kind)?.hint ?? ''}>
          {({ id }) => (
            <fieldset id={id} className="row wrap gap-x-4 gap-y-1 small pad-top-1" aria-label="Kind">
              {kinds.map((one) => (
                <label key={one.kind} className="inline-row middle gap-2">
                  <input type="radio" name="kind" checked={one.kind === kind} onChange={() => setKind(one.kind)} />
                  {one.kind}
                </label>
              ))}
            </fieldset>
          )}
        </Field>
      </WriteForm>
    </Dialog>
  );
}

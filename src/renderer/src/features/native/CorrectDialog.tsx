import { useRef, useState } from 'react';
import { useEntry } from '../../data/hooks.ts';
import { useNativeCall } from '../../data/nativeHooks.ts';
import { useStore } from '../../state/store.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { Field, WriteForm } from './Form.tsx';
import styles from './Native.module.css';
import { correctionOf, draftOf, type Written, writtenIn } from './note.ts';

const CorrectForm = ({ tape, seq, written, onClose }: { tape: string; seq: number; written: Written; onClose: () => void }) => {
  const { select, setNotice } = useStore.getState();
  const append = useNativeCall('native.append');
  const before = draftOf(written);
  const [text, setText] = useState(before.text);
  const [wrong, setWrong] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  const run = () => {
    const entry = correctionOf(seq, written, { ...before, text });
    if (!entry.ok) {
      setWrong(entry.error);
      field.current?.focus();
      return;
    }
    append.mutate(
      { tape, entries: [entry.value] },
      {
        onSuccess: ({ ids }) => {
          if (ids[0] !== undefined) select(ids[0]);
          setNotice(`#${ids[0]} corrects #${seq}.`);
          onClose();
        },
      },
    );
  };
  return (
    <WriteForm
      action="Append the correction"
      disabled={text === before.text || text.trim() === '' || append.isPending}
      note={before.form === 'json' ? 'The payload, as JSON.' : `The text of this ${written.kind}.`}
      failure={append.isError && <Failure error={append.error} />}
      onSubmit={run}
    >
      <p className="small dim pretty break-anywhere pad-bottom-2">
        The tape only grows: <b className="ink">#{seq}</b> stays, and a new entry corrects it. Each names the other.
      </p>
      <Field label="It says">
        {() => (
          <pre className={`${styles.before} scroll-y pad-x-3 pad-y-2 on-sunk round-small dim pre-wrap break-anywhere margin-bottom-2`}>
            {before.text}
          </pre>
        )}
      </Field>
      <Field label="It should say" error={wrong}>
        {(props) => (
          <TextArea
            ref={field}
            className="code"
            rows={5}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setWrong(undefined);
            }}
            {...props}
          />
        )}
      </Field>
    </WriteForm>
  );
};

/** Appends an entry that corrects the selected one; both stay. */
export function CorrectDialog({ onClose }: { onClose: () => void }) {
  const tape = useStore((state) => state.tape);
  // The selection moves on to the correction; the dialog stays with what it was opened for.
  const [seq] = useState(useStore.getState().entry);
  const answer = useEntry(tape, seq);
  if (tape === null || seq === null) return null;
  const written = answer.data && writtenIn(answer.data.raw);
  return (
    <Dialog title={`Correct #${seq}`} onClose={onClose}>
      {answer.isPending && <SkeletonRows rows={3} height={44} label="Reading the entry" />}
      {answer.isError && <Failure error={answer.error} onRetry={() => void answer.refetch()} />}
      {written && <CorrectForm tape={tape} seq={seq} written={written} onClose={onClose} />}
      {written === null && (
        <p className="shrink-y scroll-y pad-x-4 pad-top-1 pad-bottom-3">
          This entry is too long to be corrected here. Use tape append --corrects {seq} in a terminal.
        </p>
      )}
    </Dialog>
  );
}

import { useRef, useState } from 'react';
import { useNativeCall } from '../../data/nativeHooks.ts';
import { useStore } from '../../state/store.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { count } from '../../ui/format.ts';
import { TextField } from '../../ui/TextField.tsx';
import { Field, WriteForm } from './Form.tsx';
import styles from './Native.module.css';
import { useNative } from './useNative.ts';

/** Restarts a session: its entries go into an archive, or, when its name is typed, are deleted. */
export function ResetDialog({ onClose }: { onClose: () => void }) {
  const archiveWay = useRef<HTMLInputElement>(null);
  const { tape, forks } = useNative();
  const { openTape, setNotice } = useStore.getState();
  const reset = useNativeCall('native.reset');
  const [archive, setArchive] = useState(true);
  const [typed, setTyped] = useState('');
  if (tape === null || tape.native === null) return null;
  const { session } = tape.native;
  const what = [count(tape.entries, 'entry', 'entries'), ...(forks.length > 0 ? [count(forks.length, 'open fork')] : [])].join(' and ');
  const run = () =>
    reset.mutate(
      { tape: tape.id, archive },
      {
        onSuccess: (done) => {
          onClose();
          openTape(tape.id);
          setNotice(done.archive === null ? `Reset ${session}.` : `Reset ${session}. Its archive: ${done.archive}`);
        },
      },
    );
  return (
    <Dialog title={`Reset ${session}`} focus={archiveWay} onClose={onClose}>
      <WriteForm
        action={archive ? 'Archive and reset' : `Delete ${count(tape.entries, 'entry', 'entries')}`}
        disabled={reset.isPending || (!archive && typed.trim() !== session)}
        note={archive ? 'Nothing is deleted.' : 'This cannot be undone.'}
        failure={reset.isError && <Failure error={reset.error} />}
        onSubmit={run}
      >
        <p className="small dim pretty break-anywhere pad-bottom-2">
          The session restarts with one entry, <code className="ink">session/start</code>. What should become of its{' '}
          <b className="ink">{what}</b>?
        </p>
        <fieldset className={`${styles.ways} grid gap-2 small`} aria-label="What becomes of the entries">
          <label className="grid gap-2">
            <input
              ref={archiveWay}
              type="radio"
              className="margin-top-tight"
              name="way"
              checked={archive}
              onChange={() => setArchive(true)}
            />
            <span className="dim">
              <b className="semibold ink">Keep them in an archive.</b> The folders move into <code>archive/</code> of the workspace.
            </span>
          </label>
          <label className="grid gap-2">
            <input type="radio" className="margin-top-tight" name="way" checked={!archive} onChange={() => setArchive(false)} />
            <span className="dim">
              <b className="semibold ink">Delete them.</b> Nothing else here loses entries of a tape.
            </span>
          </label>
        </fieldset>
        {!archive && (
          <div className="pad-left-5">
            <Field label="Type its name" hint={`${session}, to confirm.`}>
              {(props) => (
                <TextField className={styles.short ?? ''} value={typed} onChange={(event) => setTyped(event.target.value)} {...props} />
              )}
            </Field>
          </div>
        )}
      </WriteForm>
    </Dialog>
  );
}

import { useRef, useState } from 'react';
import { titleOf } from '../../../../shared/library/names.ts';
import { useNativeCall } from '../../data/nativeHooks.ts';
import { useStore } from '../../state/store.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { Field, WriteForm } from './Form.tsx';
import styles from './Native.module.css';
import { entryIn } from './place.ts';
import { useNative, usePlace } from './useNative.ts';

/** Starts a session in the workspace of the tape's project that points back at an entry of it. */
export function ContinueDialog({ onClose }: { onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const { tape } = useNative();
  const here = usePlace();
  const openTape = useStore((state) => state.openTape);
  const go = useNativeCall('native.continue');
  const [text, setText] = useState(String(here));
  if (tape === null) return null;
  const at = entryIn(text, tape.entries);
  const run = () =>
    at.seq !== null &&
    go.mutate(
      { tape: tape.id, seq: at.seq },
      {
        onSuccess: (made) => {
          onClose();
          openTape(made.tape.id);
        },
      },
    );
  return (
    <Dialog title="Continue in a new tape" focus={field} onClose={onClose}>
      <WriteForm
        action="Continue"
        disabled={at.seq === null || go.isPending}
        note="The imported tape does not change."
        failure={go.isError && <Failure error={go.error} />}
        onSubmit={run}
      >
        <p className="small dim pretty break-anywhere pad-bottom-2">
          <b className="ink">{titleOf(tape)}</b> is read-only. A new session in the workspace of <code className="ink">{tape.project}</code>{' '}
          continues from it: its first anchor points back at this entry, and you and your agents append from there.
        </p>
        <Field label="From entry" hint="The entry at the playhead, or the selected one." error={at.wrong}>
          {(props) => (
            <TextField
              ref={field}
              className={styles.short ?? ''}
              inputMode="numeric"
              value={text}
              onChange={(event) => setText(event.target.value)}
              {...props}
            />
          )}
        </Field>
      </WriteForm>
    </Dialog>
  );
}

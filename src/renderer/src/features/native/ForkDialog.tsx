import { useRef, useState } from 'react';
import { previewed } from '../../../../shared/model/previewed.ts';
import { CallError } from '../../../../shared/rpc/client.ts';
import { useLegality } from '../../data/graphHooks.ts';
import { useView, useViewAfter } from '../../data/hooks.ts';
import { useNativeCall } from '../../data/nativeHooks.ts';
import { useStore } from '../../state/store.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { formatNumber } from '../../ui/format.ts';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useFirst } from '../../ui/useFirst.ts';
import { NextPreview } from '../next/NextPreview.tsx';
import { ForkPoint } from '../surgery/ForkPoint.tsx';
import { nearestPlace, unlessOpenCall } from '../surgery/fork-point.ts';
import { Field, WriteForm } from './Form.tsx';
import styles from './Native.module.css';
import { entryIn } from './place.ts';
import { useNative, usePlace } from './useNative.ts';

/** Starts a fork that shares the tape up to an entry, and opens it. Opens at the nearest place outside of an open call. */
export function ForkDialog({ onClose }: { onClose: () => void }) {
  const tape = useStore((state) => state.tape);
  const here = usePlace();
  const { data, isError } = useLegality(tape, here > 0 ? here : null);
  const known = data !== undefined || isError || here <= 0;
  const opened = useFirst(known ? { here, place: data === undefined ? here : nearestPlace(unlessOpenCall(data)) } : null);
  return opened && <Fork {...opened} onClose={onClose} />;
}

const Fork = ({ here, place: first, onClose }: { here: number; place: number; onClose: () => void }) => {
  const name = useRef<HTMLInputElement>(null);
  const { tape } = useNative();
  const openTape = useStore((state) => state.openTape);
  const fork = useNativeCall('native.fork');
  const [form, setForm] = useState({ name: '', at: String(first), note: '' });
  const place = tape === null ? null : entryIn(form.at, tape.entries);
  const policy = useStore((state) => state.policy);
  const next = useViewAfter(tape?.id ?? null, place?.seq ?? null, policy);
  const now = useView(tape?.id ?? null, 'next', policy);
  if (tape === null || place === null) return null;
  const at = place;
  const { seq } = place;
  const coming =
    next.isPlaceholderData || !next.data || !now.data || seq === null
      ? undefined
      : previewed(now.data, next.data, (entry) => (entry <= seq ? entry : null));
  // The place is looked at here, so what the engine refuses is the name.
  const refused = fork.error instanceof CallError && ['bad-input', 'refused'].includes(fork.error.wire.code);
  const rename = (name: string) => {
    setForm({ ...form, name });
    fork.reset();
  };
  const run = () => {
    if (at.seq === null) return;
    const note = form.note.trim();
    fork.mutate(
      { tape: tape.id, name: form.name.trim(), at: at.seq, ...(note !== '' && { note }) },
      {
        onSuccess: (made) => {
          onClose();
          openTape(made.tape.id);
        },
      },
    );
  };
  return (
    <Dialog title={`Fork ${tape.native?.session ?? ''}`} focus={name} onClose={onClose}>
      <WriteForm
        action="Fork"
        disabled={form.name.trim() === '' || at.seq === null || fork.isPending}
        note="Copies nothing. Merge the fork back later, or discard it."
        failure={fork.isError && !refused && <Failure error={fork.error} />}
        onSubmit={run}
      >
        <Field label="Name" error={refused ? fork.error?.message : undefined}>
          {(props) => <TextField ref={name} value={form.name} onChange={(event) => rename(event.target.value)} {...props} />}
        </Field>
        <Field
          label="After entry"
          hint={
            at.seq === tape.entries
              ? 'The newest entry: it shares the whole tape.'
              : `It shares entries 1 to ${form.at} of ${formatNumber(tape.entries)}.`
          }
          error={at.wrong}
        >
          {(props) => (
            <TextField
              className={styles.short ?? ''}
              inputMode="numeric"
              value={form.at}
              onChange={(event) => setForm({ ...form, at: event.target.value })}
              {...props}
            />
          )}
        </Field>
        <ForkPoint native tape={tape.id} at={at.seq} from={here} onAt={(seq) => setForm({ ...form, at: String(seq) })} />
        {at.seq !== null && <NextPreview next={coming} />}
        <Field label="Note" hint="Why it forks here. The fork’s event records it.">
          {(props) => (
            <TextArea rows={2} value={form.note} onChange={(event) => setForm({ ...form, note: event.target.value })} {...props} />
          )}
        </Field>
      </WriteForm>
    </Dialog>
  );
};

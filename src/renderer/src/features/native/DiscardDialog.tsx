import { useRef, useState } from 'react';
import { useTape } from '../../data/hooks.ts';
import { useForks, useNativeCall } from '../../data/nativeHooks.ts';
import { useStore } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { count } from '../../ui/format.ts';
import { Select } from '../../ui/Select.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { headSides, ownWords } from './actions.ts';
import { Field, WriteForm } from './Form.tsx';
import styles from './Native.module.css';
import { useNative } from './useNative.ts';

/** Drops an open fork: its folder goes to the archive, and an event on its session says so. */
export function DiscardDialog({ onClose }: { onClose: () => void }) {
  const note = useRef<HTMLTextAreaElement>(null);
  const { tape, forks } = useNative();
  const { openTape, setNotice, compare } = useStore.getState();
  const policy = useStore((state) => state.policy);
  const discard = useNativeCall('native.discard');
  const [chosen, setChosen] = useState<string | null>(null);
  const [why, setWhy] = useState('');
  const fork = forks.find(({ id }) => id === (chosen ?? tape?.id)) ?? forks[0];
  const parent = fork?.parent ?? tape?.id ?? null;
  const session = useTape(parent).data?.tape;
  const own = useForks(parent).data?.find((one) => one.name === fork?.native?.fork)?.entries;
  if (tape === null || parent === null || fork?.native?.fork == null) return null;
  const { session: sessionName, fork: name } = fork.native;
  const sides = headSides(session, fork, policy);
  const run = () =>
    discard.mutate(
      { tape: parent, name, ...(why.trim() !== '' && { note: why.trim() }) },
      {
        onSuccess: ({ archive }) => {
          onClose();
          openTape(parent);
          setNotice(`Discarded the fork ${name}. Its entries are in ${archive}`);
        },
      },
    );
  return (
    <Dialog title={`Discard ${name}, fork of ${sessionName}`} focus={note} onClose={onClose}>
      <WriteForm
        action="Discard the fork"
        disabled={discard.isPending}
        note="Nothing is deleted: its folder moves to archive/ of the session, and the name is free again."
        failure={discard.isError && <Failure error={discard.error} />}
        onSubmit={run}
      >
        {forks.length > 1 && (
          <Field label="Fork">
            {() => (
              <Select
                label="Fork"
                value={fork.id}
                options={forks.map((row) => ({ value: row.id, label: row.native?.fork ?? '' }))}
                onChange={setChosen}
              />
            )}
          </Field>
        )}
        <p className={`${styles.inline} small dim pretty break-anywhere pad-bottom-2`}>
          The fork has <b className="ink">{count(fork.entries, 'entry', 'entries')}</b>
          {own !== undefined && `, ${ownWords(own)}`}. Nothing of its own is on {sessionName}.{' '}
          {sides !== null && (
            <Button look="quiet" onClick={() => compare(sides)}>
              Compare it with {sessionName}
            </Button>
          )}
        </p>
        <Field label="Note" hint="Why it is not merged. The event records it.">
          {(props) => <TextArea ref={note} rows={2} value={why} onChange={(event) => setWhy(event.target.value)} {...props} />}
        </Field>
      </WriteForm>
    </Dialog>
  );
}

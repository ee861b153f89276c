import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Policy, SurgeryChange, SurgeryWritten } from '../../../../shared/model/index.ts';
import { useInfo, useOpen } from '../../data/appHooks.ts';
import { useClient } from '../../data/client.tsx';
import { useLegality } from '../../data/graphHooks.ts';
import { usePlayhead, useStep, useTape } from '../../data/hooks.ts';
import { keys } from '../../data/keys.ts';
import { usePick, useStore } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Copy } from '../../ui/Copy.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { useFirst } from '../../ui/useFirst.ts';
import { useRested } from '../../ui/useRested.ts';
import { WriteForm } from '../native/Form.tsx';
import { NextPreview } from '../next/NextPreview.tsx';
import { changeOf, type Typed } from './change.ts';
import { ForkPoint } from './ForkPoint.tsx';
import { nearestPlace } from './fork-point.ts';
import { PreviewOf } from './PreviewOf.tsx';
import { SurgeryFields } from './SurgeryFields.tsx';

/** What a change would keep and leave out, and the next request of the copy under a policy; writes nothing. */
function useSurgeryPreview(tape: string, change: SurgeryChange | null, policy: Policy) {
  const client = useClient();
  return useQuery({
    queryKey: keys.surgery(tape, change, policy),
    queryFn: ({ signal }) => client.call('surgery.preview', { tape, change: change ?? { op: 'compact', keep: 1 }, policy }, signal),
    enabled: change !== null,
    placeholderData: (before) => before,
  });
}

/** Writes the copy, whole or not at all. */
function useSurgery(tape: string) {
  const client = useClient();
  return useMutation({ mutationFn: (change: SurgeryChange) => client.call('surgery.write', { tape, change }) });
}

/** Makes a changed copy of a transcript: cut after a point, without some turns, or with a summary for its beginning. */
export function SurgeryDialog({ onClose }: { onClose: () => void }) {
  const { tape, entry } = usePick('tape', 'entry');
  const head = useTape(tape).data?.tape;
  const step = useStep(tape, usePlayhead());
  if (tape === null || head === undefined) return null;
  const here = entry ?? step?.last ?? head.entries;
  return (
    <Dialog title="Write a changed copy" size="large" onClose={onClose}>
      <FromHere key={tape} tape={tape} here={here} entries={head.entries} onClose={onClose} />
    </Dialog>
  );
}

interface Props {
  tape: string;
  /** The entry that the reader came from. */
  here: number;
  entries: number;
  onClose: () => void;
}

/** Opens at the nearest place where a fork may begin, and at the turn around the entry. */
const FromHere = (props: Props) => {
  const { here } = props;
  const { data, isError } = useLegality(props.tape, here);
  const known = data !== undefined || isError;
  const opened = useFirst(known ? { here, place: data === undefined ? here : nearestPlace(data), turn: data?.turn ?? [here, here] } : null);
  if (opened === null) return <SkeletonRows rows={3} height={44} label="Looking for a place to fork" />;
  return <Operation {...props} {...opened} />;
};

const WAIT = 250;

const Operation = ({ tape, here, entries, place, turn, onClose }: Props & { place: number; turn: [number, number] }) => {
  const readOnly = useInfo().data?.readOnly ?? true;
  const cannot = useTape(tape).data?.cannot ?? {};
  const [typed, setTyped] = useState<Typed>({
    op: 'fork-session',
    at: String(place),
    from: String(turn[0]),
    to: String(turn[1]),
    keep: '2',
    summary: '',
  });
  const change = changeOf(typed);
  const placed = change?.op === 'fork-session' && change.at <= entries ? change.at : null;
  const policy = useStore((state) => state.policy);
  const preview = useSurgeryPreview(tape, useRested(change, WAIT), policy);
  const write = useSurgery(tape);
  if (write.data) return <Written written={write.data} onClose={onClose} />;
  const allowed = preview.data?.allowed === true && !preview.isPlaceholderData;
  return (
    <WriteForm
      action="Write the copy"
      disabled={readOnly || change === null || !allowed || write.isPending}
      note={
        readOnly
          ? 'This window is read-only. Start it with tape serve --write to write copies.'
          : 'The source does not change. The copy gets its own session id.'
      }
      failure={write.isError && <Failure error={write.error} />}
      onSubmit={() => change !== null && write.mutate(change)}
    >
      <SurgeryFields typed={typed} entries={entries} onChange={setTyped} cannot={cannot} />
      {typed.op === 'fork-session' && (
        <ForkPoint tape={tape} at={placed} from={here} onAt={(seq) => setTyped({ ...typed, at: String(seq) })} />
      )}
      {preview.isError && <Failure error={preview.error} />}
      {preview.data?.next && <NextPreview next={preview.isPlaceholderData ? undefined : preview.data.next} />}
      {preview.data && <PreviewOf preview={preview.data} stale={preview.isPlaceholderData} />}
    </WriteForm>
  );
};

/** The copy is there: where it is stored, and the command that resumes it. */
const Written = ({ written, onClose }: { written: SurgeryWritten; onClose: () => void }) => {
  const open = useOpen();
  const openTape = useStore((state) => state.openTape);
  const show = () =>
    open.mutate(
      { paths: [written.file] },
      {
        onSuccess: ({ tapes }) => {
          const [made] = tapes;
          if (made) openTape(made.id);
          onClose();
        },
      },
    );
  return (
    <div className="grid gap-3 pad-x-4 pad-top-1 pad-bottom-4 break-anywhere">
      <p>Wrote the copy and checked it: it keeps every rule that the source keeps.</p>
      <p>
        <code>{written.file}</code> <Copy text={written.file} what="path" />
      </p>
      <p>
        Resume it with <code>{written.command}</code> <Copy text={written.command} what="command" />
      </p>
      <p className="row gap-2">
        <Button look="strong" onClick={show} disabled={open.isPending}>
          Open the copy
        </Button>
        <Button onClick={onClose}>Done</Button>
      </p>
      {open.isError && <Failure error={open.error} />}
    </div>
  );
};

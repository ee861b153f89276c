import { type FormEvent, useRef } from 'react';
import type { Input } from '../../../../shared/rpc/contract.ts';
import { useOpen } from '../../data/appHooks.ts';
import { useClient } from '../../data/client.tsx';
import { useFormats } from '../../data/formatHooks.ts';
import { useStore } from '../../state/store.ts';
import { agentNames } from '../../ui/agents.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Failure } from '../../ui/Failure.tsx';
import styles from './Open.module.css';
import { OpenProgress } from './OpenProgress.tsx';
import { OpenResult } from './OpenResult.tsx';
import { PathField } from './PathField.tsx';
import { useOpenDialog } from './state.ts';

/** Opens files and folders by path, with completion; on the desktop also through the system's own dialog. */
export function OpenDialog({ onClose }: { onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const { bridge } = useClient();
  const { path, hint, setPath } = useOpenDialog();
  const openTape = useStore((state) => state.openTape);
  const open = useOpen();

  const run = (wanted: Input<'library.open'>) =>
    open.mutate(wanted, {
      onSuccess: ({ tapes, refused }) => {
        const [first] = tapes;
        if (first === undefined || refused.length > 0) return;
        openTape(first.id);
        onClose();
      },
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (path.trim() !== '') run({ paths: [path.trim()] });
  };
  const pick = async () => {
    const paths = (await bridge.pick?.()) ?? [];
    if (paths.length > 0) run({ paths });
  };
  return (
    <Dialog title="Open a file or a folder" focus={field} onClose={onClose}>
      <form className="stack shrink-y scroll-y gap-3 pad-x-4 pad-top-2 pad-bottom-4" onSubmit={submit}>
        {hint && <p className="small dim">{hint}</p>}
        <PathField ref={field} path={path} onChange={setPath} onOpen={(chosen) => run({ paths: [chosen] })} />
        {open.isPending && <OpenProgress />}
        {open.isError && <Failure error={open.error} />}
        {open.data && <OpenResult answer={open.data} onOpened={onClose} onAs={(chosen, as) => run({ paths: [chosen], as })} />}
        <div className={`${styles.foot} row middle gap-2`}>
          <p className="small dim">Logs of {agentNames(useFormats()) || 'agents'}, and workspaces. Files are opened read-only.</p>
          {bridge.pick && <Button onClick={() => void pick()}>Choose…</Button>}
          <Button type="submit" look="strong" disabled={path.trim() === '' || open.isPending}>
            Open
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

import { ContextMenu } from '@base-ui/react/context-menu';
import { agentFilter } from '../../../../shared/library/tree.ts';
import type { LibraryRow } from '../../../../shared/model/index.ts';
import { useAskHere } from '../../data/hooks.ts';
import { NOWHERE, toHash } from '../../state/hash.ts';
import { useStore } from '../../state/store.ts';
import { copyText } from '../../ui/Copy.tsx';
import styles from '../../ui/Menu.module.css';
import { isRoot, openFiles } from '../files/place.ts';
import { useLibraryLayout } from './state.ts';
import { compareTape } from './table.ts';

const Item = ({ label, run }: { label: string; run: () => void }) => (
  <ContextMenu.Item className={styles.item} onClick={run}>
    {label}
  </ContextMenu.Item>
);

/** What can be done with the row that the pointer or the keys are on. */
export function LibraryMenu({ row }: { row: LibraryRow | undefined }) {
  const askHere = useAskHere();
  const tape = useStore((state) => state.tape);
  const openTape = useStore((state) => state.openTape);
  const setOverlay = useStore((state) => state.setOverlay);
  const setFilter = useLibraryLayout((state) => state.setFilter);
  const setNotice = useStore((state) => state.setNotice);
  const copy = (text: string) => void copyText(text).then((done) => setNotice(done ? 'Copied.' : 'This window cannot use the clipboard.'));
  const showReceipt = (tape: string) => {
    openTape(tape);
    setOverlay('receipt');
  };
  const link = (tape: string) => `${window.location.href.split('#')[0]}${toHash({ ...NOWHERE, tape })}`;
  return (
    <ContextMenu.Portal>
      <ContextMenu.Positioner className={styles.positioner}>
        <ContextMenu.Popup className={`${styles.popup} pad-y-1 on-panel boxed-strong round no-outline`}>
          {row?.type === 'tape' && (
            <>
              <Item label="Open" run={() => openTape(row.tape.id)} />
              {tape !== null && tape !== row.tape.id && (
                <Item label="Compare with the open tape" run={() => compareTape(askHere(), row.tape)} />
              )}
              {row.tape.native?.fork != null && row.tape.native.open && (
                <Item label="Merge, with a preview" run={() => openTape(row.tape.id, { panel: 'merge' })} />
              )}
              <Item label="Receipt" run={() => showReceipt(row.tape.id)} />
              <Item label="Copy path" run={() => copy(row.tape.file)} />
              <Item label="Copy link" run={() => copy(link(row.tape.id))} />
              <Item label="Copy id" run={() => copy(row.tape.id)} />
            </>
          )}
          {row?.type === 'project' && isRoot(row.path) && <Item label="Context files" run={() => openFiles(row.path)} />}
          {row?.type === 'project' && <Item label="Copy path" run={() => copy(row.path)} />}
          {row?.type === 'source' && <Item label={`Only ${row.name}`} run={() => setFilter(agentFilter(row.name))} />}
          {row?.type === 'source' && <Item label="Open a file or a folder…" run={() => setOverlay('open')} />}
        </ContextMenu.Popup>
      </ContextMenu.Positioner>
    </ContextMenu.Portal>
  );
}

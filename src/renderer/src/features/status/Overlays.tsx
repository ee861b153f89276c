import type { HTMLAttributes } from 'react';
import type { Overlay } from '../../state/state.ts';
import { useStore } from '../../state/store.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { AnnotateDialog } from '../annotations/AnnotateDialog.tsx';
import { ChangesDialog } from '../changes/ChangesDialog.tsx';
import { KeyCaps } from '../keyboard/KeyHints.tsx';
import styles from '../keyboard/Keys.module.css';
import { type CommandId, commandOf, commands } from '../keyboard/keys.ts';
import { useLiveCommands } from '../keyboard/useKeys.ts';
import { MemoryDialog } from '../memory/MemoryDialog.tsx';
import { ContinueDialog } from '../native/ContinueDialog.tsx';
import { CorrectDialog } from '../native/CorrectDialog.tsx';
import { DiscardDialog } from '../native/DiscardDialog.tsx';
import { ForkDialog } from '../native/ForkDialog.tsx';
import { HandoffDialog } from '../native/HandoffDialog.tsx';
import { NoteDialog } from '../native/NoteDialog.tsx';
import { ResetDialog } from '../native/ResetDialog.tsx';
import { WorkspaceDialog } from '../native/WorkspaceDialog.tsx';
import { OpenDialog } from '../open/OpenDialog.tsx';
import { Palette } from '../palette/Palette.tsx';
import { ReceiptDialog } from '../receipt/ReceiptDialog.tsx';
import { ReportDialog } from '../report/ReportDialog.tsx';
import { SettingsDialog } from '../settings/SettingsDialog.tsx';
import { SurgeryDialog } from '../surgery/SurgeryDialog.tsx';

const groups = [...new Set(commands.map((command) => command.group))];

/** A list that may be longer than the window is scrolled by keys. */
const scrolls: HTMLAttributes<HTMLDivElement> = { role: 'group', 'aria-label': 'Keys by what they do', tabIndex: 0 };

/** Every key that does something now. */
function KeySheet({ onClose }: { onClose: () => void }) {
  const live = useLiveCommands();
  const inGroup = (group: string): CommandId[] => live.filter((id) => commandOf(id).group === group);
  return (
    <Dialog title="Keys" size="large" onClose={onClose}>
      <div className={`${styles.sheet} scroll-y pad-x-4 pad-top-2 pad-bottom-4 gap-x-5`} {...scrolls}>
        {groups
          .filter((group) => inGroup(group).length > 0)
          .map((group) => (
            <section key={group} className={`${styles.group} pad-bottom-4`}>
              <h3 className={`${styles.name} pad-bottom-1 tiny faint`}>{group}</h3>
              <dl className={styles.list}>
                {inGroup(group).map((id) => (
                  <div key={id} className={`${styles.line} grid baseline gap-3 pad-y-1 line-below small`}>
                    <dt>
                      <KeyCaps id={id} all />
                    </dt>
                    <dd>{commandOf(id).what}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
      </div>
    </Dialog>
  );
}

const dialogs: Record<Overlay, (props: { onClose: () => void }) => React.ReactNode> = {
  open: OpenDialog,
  settings: SettingsDialog,
  keys: KeySheet,
  palette: Palette,
  receipt: ReceiptDialog,
  note: NoteDialog,
  correct: CorrectDialog,
  handoff: HandoffDialog,
  fork: ForkDialog,
  discard: DiscardDialog,
  reset: ResetDialog,
  continue: ContinueDialog,
  workspace: WorkspaceDialog,
  surgery: SurgeryDialog,
  changes: ChangesDialog,
  annotate: AnnotateDialog,
  report: ReportDialog,
  memory: MemoryDialog,
};

/** The one dialog that is open. */
export function Overlays() {
  const overlay = useStore((state) => state.overlay);
  const setOverlay = useStore((state) => state.setOverlay);
  if (overlay === null) return null;
  const Content = dialogs[overlay];
  return <Content onClose={() => setOverlay(null)} />;
}

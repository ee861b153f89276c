import type { Overlay } from '../../state/state.ts';
import { useStore } from '../../state/store.ts';
import { AnnotateDialog } from '../annotations/AnnotateDialog.tsx';
import { ChangesDialog } from '../changes/ChangesDialog.tsx';
import { KeySheet } from '../keyboard/KeySheet.tsx';
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

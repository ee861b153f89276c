import { Dialog } from '../../ui/Dialog.tsx';

export const ReportDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="Export" onClose={onClose}>
    <p>This is being built.</p>
  </Dialog>
);

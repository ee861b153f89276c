import { Dialog } from '../../ui/Dialog.tsx';

export const ChangesDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="Changes" onClose={onClose}>
    <p>This is being built.</p>
  </Dialog>
);

import { Dialog } from '../../ui/Dialog.tsx';

export const MemoryDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="Memory" onClose={onClose}>
    <p>This is being built.</p>
  </Dialog>
);

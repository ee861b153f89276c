import { Dialog } from '../../ui/Dialog.tsx';

export const AnnotateDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="Annotate" onClose={onClose}>
    <p>This is being built.</p>
  </Dialog>
);

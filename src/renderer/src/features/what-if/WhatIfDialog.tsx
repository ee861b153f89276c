import { Dialog } from '../../ui/Dialog.tsx';

export const WhatIfDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="What if" onClose={onClose}>
    <p>This is being built.</p>
  </Dialog>
);

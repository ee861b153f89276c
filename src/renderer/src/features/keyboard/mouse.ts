import type { CommandId } from './keys.ts';
import { runCommand } from './useKeys.ts';

/** The two buttons at the side of a mouse. */
const SIDE: Readonly<Record<number, CommandId>> = { 3: 'place.back', 4: 'place.forward' };

/** Goes back and forward with the side buttons of a mouse, alike in every host: some windows do so by themselves, others do not. */
export function listenToMouse(target: Window): () => void {
  const onButton = (event: MouseEvent) => {
    const command = SIDE[event.button];
    if (command === undefined) return;
    event.preventDefault();
    if (event.type === 'mouseup') runCommand(command);
  };
  target.addEventListener('mousedown', onButton);
  target.addEventListener('mouseup', onButton);
  return () => {
    target.removeEventListener('mousedown', onButton);
    target.removeEventListener('mouseup', onButton);
  };
}

import type { Overlay } from '../../state/state.ts';
import { useStore } from '../../state/store.ts';
import { type Handlers, useKeys } from '../keyboard/useKeys.ts';
import type { NativeAction } from './actions.ts';
import { useNativeState } from './state.ts';
import { useNative } from './useNative.ts';

const dialogs: Partial<Record<NativeAction, Overlay>> = {
  'native.note': 'note',
  'native.correct': 'correct',
  'native.handoff': 'handoff',
  'native.fork': 'fork',
  'native.discard': 'discard',
  'native.reset': 'reset',
  'native.continue': 'continue',
  'native.start': 'workspace',
};

/** Commands that write. What may not be done now says why instead. It draws nothing. */
export function NativeCommands() {
  const { tape, entry, offers, readsLines } = useNative();
  const { setOverlay, setPanel, setNotice } = useStore.getState();
  const run = (action: NativeAction) => {
    const overlay = dialogs[action];
    if (overlay !== undefined) setOverlay(overlay);
    else if (action === 'native.merge') setPanel('merge');
    else if (action === 'native.mark' && tape !== null && entry !== null) useNativeState.getState().toggleMark(tape.id, entry);
    else if (action === 'native.line') setOverlay('continue');
  };
  const handlers: Handlers = {};
  const files = useStore((state) => state.files !== null);
  for (const [action, why] of Object.entries(offers) as [NativeAction, string | null][]) {
    // A tape with a command line of its own answers to its own key.
    if (action === 'native.line' && tape !== null && (tape.native !== null || readsLines)) continue;
    handlers[action] = () => (why === null ? run(action) : setNotice(why));
  }
  // Over the files of a project there is no tape in sight to write to.
  useKeys(files ? {} : handlers);
  return null;
}

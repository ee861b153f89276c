import { useSyncExternalStore } from 'react';
import { type CommandId, commandOf } from '../keyboard/keys.ts';
import { runCommand } from '../keyboard/useKeys.ts';
import styles from './Header.module.css';

/** The window's own history tells whether there is a way; an old browser does not, and then both ways are offered. */
const subscribe = (listener: () => void): (() => void) => {
  window.navigation?.addEventListener('currententrychange', listener);
  return () => window.navigation?.removeEventListener('currententrychange', listener);
};
const mayGo = (way: 'canGoBack' | 'canGoForward') => (): boolean => window.navigation?.[way] ?? true;

const Way = ({ id, sign, may }: { id: CommandId; sign: string; may: boolean }) => (
  <button
    type="button"
    aria-label={commandOf(id).what}
    title={commandOf(id).what}
    aria-disabled={!may}
    onClick={() => may && runCommand(id)}
  >
    {sign}
  </button>
);

/** Back and forward through the places one was at. */
export function Places() {
  const back = useSyncExternalStore(subscribe, mayGo('canGoBack'));
  const forward = useSyncExternalStore(subscribe, mayGo('canGoForward'));
  return (
    <span className={`${styles.places} inline-row rigid gap-tight`}>
      <Way id="place.back" sign="←" may={back} />
      <Way id="place.forward" sign="→" may={forward} />
    </span>
  );
}

import { useEffect, useEffectEvent } from 'react';

const isTyped = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Keys that mean something else in every other view: they win while this one is on screen, and leave fields and dialogs alone. */
export const useOwnKeys = (keys: Readonly<Record<string, () => void>>): void => {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const run = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
    const held = event.ctrlKey || event.metaKey || event.altKey;
    if (run === undefined || held || isTyped(event.target) || document.querySelector('[role="dialog"], [data-modal]') !== null) return;
    // The table of keys passes over what was answered.
    event.preventDefault();
    run();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => press(event);
    window.addEventListener('keydown', listen, true);
    return () => window.removeEventListener('keydown', listen, true);
  }, []);
};

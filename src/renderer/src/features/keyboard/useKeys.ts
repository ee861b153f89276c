import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { useStore } from '../../state/store.ts';
import { type CommandId, commands, nameOf, resolve, type Where } from './keys.ts';

type Run = () => void;
export type Handlers = Partial<Record<CommandId, Run>>;

const registered = new Map<CommandId, Run[]>();
const listeners = new Set<Run>();
let live: readonly CommandId[] = [];

let looks = false;

/** Looked at once for all components that come or go together. */
const changed = () => {
  if (looks) return;
  looks = true;
  queueMicrotask(() => {
    looks = false;
    const now = commands.map((command) => command.id).filter(isLive);
    if (now.length === live.length && now.every((id, at) => id === live[at])) return;
    live = now;
    for (const listener of listeners) listener();
  });
};

const register = (id: CommandId, run: Run): void => {
  registered.set(id, [...(registered.get(id) ?? []), run]);
};

const release = (id: CommandId, run: Run): void => {
  registered.set(
    id,
    (registered.get(id) ?? []).filter((other) => other !== run),
  );
};

/** Runs a command as its key would; false where nobody answers to it now. The newest registration wins. */
export function runCommand(id: string): boolean {
  const run = registered.get(id as CommandId)?.at(-1);
  run?.();
  return run !== undefined;
}

const isLive = (id: CommandId): boolean => (registered.get(id)?.length ?? 0) > 0;

const watch = (listener: Run) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The commands that somebody on screen answers to now, in the table's order. */
export function useLiveCommands(): readonly CommandId[] {
  return useSyncExternalStore(watch, () => live);
}

/**
 * Answers to commands of keys.ts for as long as the component is on screen: `useKeys({ 'row.next': () => … })`.
 * Handlers may close over fresh state; only the set of commands is registered.
 */
export function useKeys(handlers: Handlers): void {
  const latest = useRef(handlers);
  useLayoutEffect(() => {
    latest.current = handlers;
  });
  const names = Object.keys(handlers).sort().join(' ');
  // With what is drawn, and not after it was painted: who sees a row may press its key.
  useLayoutEffect(() => {
    const mine = names.split(' ').filter(Boolean) as CommandId[];
    const runs = mine.map((id) => [id, () => latest.current[id]?.()] as const);
    for (const [id, run] of runs) register(id, run);
    changed();
    return () => {
      for (const [id, run] of runs) release(id, run);
      changed();
    };
  }, [names]);
}

const SECOND_KEY_WITHIN = 900;

/** What is chosen by a click keeps the focus, and takes no letters. */
const CHOICE = 'input:is([type="radio"], [type="checkbox"])';

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches(`:is(input, textarea, select):not(${CHOICE})`));

/** Keys that a control under the focus needs for itself: Enter on a button, arrows in a list. */
const belongsTo = (target: EventTarget | null, key: string): boolean => {
  if (!(target instanceof HTMLElement)) return false;
  if (key === 'Enter' || key === ' ')
    return target.closest(`button, a, ${CHOICE}, [role="treeitem"], [role="option"], [role="menuitem"]`) !== null;
  if (/^(Arrow|Home|End)/.test(key))
    return (
      target.closest('input, [role="tree"], [role="listbox"], [role="menu"], [role="tablist"], [role="separator"], [role="slider"]') !==
      null
    );
  return false;
};

/** The part of the window that is shown, where it has keys of its own. */
const whereNow = (): Where | undefined => {
  const { table, search } = useStore.getState();
  if (table !== null) return 'library';
  if (search !== null) return 'search';
  if (isLive('what-if.send')) return 'what-if';
  return isLive('run.stop') ? 'run' : undefined;
};

/** Listens on the whole window. While a dialog is open its own keys rule, and only `mod` commands pass. */
export function listenToKeys(target: Window): () => void {
  let half: { keys: string; at: number } | null = null;
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    const name = nameOf(event);
    if (name === null || belongsTo(event.target, name)) return;
    const typing = isField(event.target) || document.querySelector('[role="dialog"][aria-modal="true"], [data-modal]') !== null;
    const before = half !== null && event.timeStamp - half.at < SECOND_KEY_WITHIN ? half.keys : null;
    const where = whereNow();
    const meaning = (first: string | null) => {
      const here = resolve(first, name, typing, where);
      // What has a meaning of its own here, and nobody answers to it now, means what it means elsewhere.
      return here.command !== undefined && !isLive(here.command) ? resolve(first, name, typing) : here;
    };
    const found = meaning(before);
    const alone = before !== null && found.command === undefined && found.half === undefined;
    const result = alone ? meaning(null) : found;
    half = result.half === undefined ? null : { keys: result.half, at: event.timeStamp };
    if (result.command !== undefined && runCommand(result.command)) event.preventDefault();
  };
  target.addEventListener('keydown', onKey);
  return () => target.removeEventListener('keydown', onKey);
}

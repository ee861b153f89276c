import { useEffect, useRef, useState } from 'react';
import type { ContextState, FloatFolder } from '../../../../shared/model/float.ts';

/** How long a folder that has just become stale stands out, in ms. */
const LIT_FOR = 2600;

const NONE: ReadonlySet<string> = new Set();

/** Folders whose files became stale a moment ago: what a change reached. */
export function useLit(folders: readonly FloatFolder[] | undefined, states: ReadonlyMap<string, ContextState>): ReadonlySet<string> {
  const before = useRef<ReadonlySet<string> | null>(null);
  const [lit, setLit] = useState<ReadonlySet<string>>(NONE);
  useEffect(() => {
    if (folders === undefined) return;
    const stale = new Set([...states].flatMap(([path, state]) => (state === 'stale' ? [path] : [])));
    const fresh = before.current === null ? [] : [...stale].filter((path) => before.current?.has(path) === false);
    before.current = stale;
    if (fresh.length > 0) setLit(new Set(fresh));
  }, [folders, states]);
  useEffect(() => {
    if (lit.size === 0) return;
    const timer = setTimeout(() => setLit(NONE), LIT_FOR);
    return () => clearTimeout(timer);
  }, [lit]);
  return lit;
}

import { setImmediate } from 'node:timers';
import { type Foreign, openForeign } from '../disk/foreign.ts';

/** Asks a database of another program. Nothing is held open for longer than what is asked at a time. */
export function createAsking(path: string): Foreign['all'] {
  let open: Foreign | null = null;
  const close = (): void => {
    open?.close();
    open = null;
  };
  return (sql, ...values) => {
    if (open === null) {
      open = openForeign(path);
      setImmediate(close);
    }
    return open.all(sql, ...values);
  };
}

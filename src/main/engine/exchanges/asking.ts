import { setImmediate } from 'node:timers';
import { type Foreign, openForeign } from '../disk/foreign.ts';
import { bodyIn } from '../formats/captured/pair.ts';
import type { Json } from '../formats/values.ts';

/** A column of JSON as text or bytes; null for none. Text that is not JSON stays text. */
export function jsonIn(value: Uint8Array | string | null): Json {
  return value === null ? null : bodyIn(Buffer.from(value as string).toString('utf8'));
}

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

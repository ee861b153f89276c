import { statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { closeFloat, type Float, openFloat } from '../float/float.ts';
import { SCHEMA_VERSION } from '../float/schema.ts';

/** A project that nobody asks about is closed after this many ms. */
const IDLE = 30_000;

interface Held {
  float: Float;
  /** Which file is open: one that was removed and rebuilt is another. */
  file: string;
  users: number;
  gone: boolean;
  idle: NodeJS.Timeout | null;
}

export interface Projects {
  /** Lends the project of this root. Throws as `openFloat` does, 'bad-input' for a path that is not whole. */
  use<T>(root: string, work: (float: Float) => T | Promise<T>): Promise<T>;
  close(): void;
}

const fileOf = (root: string): string => {
  const { dev, ino } = statSync(join(root, '.float', 'float.db'), { throwIfNoEntry: false }) ?? { dev: 0, ino: 0 };
  return `${dev} ${ino}`;
};

/** Whoever may not write cannot bring an older database up to date either. */
const requireCurrent = (float: Float): Float => {
  const version = float.db.pragma('user_version', { simple: true });
  if (version === SCHEMA_VERSION) return float;
  closeFloat(float);
  throw new TapeError('refused', `The .float of ${float.root} is of another version, and this host cannot change it.`);
};

/** The projects that are open, one connection each. */
export function createProjects(readOnly: boolean): Projects {
  const held = new Map<string, Held>();
  const drop = (root: string): void => {
    const one = held.get(root);
    if (one === undefined) return;
    held.delete(root);
    if (one.idle !== null) clearTimeout(one.idle);
    one.gone = true;
    if (one.users === 0) closeFloat(one.float);
  };
  const at = (root: string): Held => {
    if (!isAbsolute(root)) throw new TapeError('bad-input', `A project is named by its whole path, not ${root}.`);
    const file = fileOf(root);
    if (held.get(root)?.file !== file) drop(root);
    const known = held.get(root);
    if (known) return known;
    const float = openFloat(root, { readOnly });
    const fresh: Held = { float: readOnly ? requireCurrent(float) : float, file, users: 0, gone: false, idle: null };
    held.set(root, fresh);
    return fresh;
  };
  return {
    async use(root, work) {
      const one = at(root);
      if (one.idle !== null) clearTimeout(one.idle);
      one.users += 1;
      try {
        return await work(one.float);
      } finally {
        one.users -= 1;
        if (one.gone && one.users === 0) closeFloat(one.float);
        else if (one.users === 0) one.idle = setTimeout(() => drop(root), IDLE).unref();
      }
    },
    close() {
      for (const root of [...held.keys()]) drop(root);
    },
  };
}

type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const memory = (): Kept => {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
};

/** Where the layout is kept between two starts; in memory where a host offers nothing, as under Node. */
export const kept: Kept = typeof window === 'undefined' ? memory() : window.localStorage;

/** The same, written to only when a text changes: each step of the playhead offers the layout as it was. */
export function changedOnly(storage: Kept): Kept {
  const written = new Map<string, string>();
  return {
    getItem: (key) => storage.getItem(key),
    removeItem: (key) => {
      written.delete(key);
      storage.removeItem(key);
    },
    setItem: (key, value) => {
      if (written.get(key) === value) return;
      written.set(key, value);
      storage.setItem(key, value);
    },
  };
}

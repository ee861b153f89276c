const memory = (): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> => {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
};

/** Where the layout is kept between two starts; in memory where a host offers nothing, as under Node. */
export const kept = typeof window === 'undefined' ? memory() : window.localStorage;

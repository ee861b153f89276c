/** Collects single wishes for a moment and loads them together, at most `most` at a time. Wishes that were withdrawn by then are not loaded. */
export function createBatch<T>(load: (keys: number[]) => Promise<ReadonlyMap<number, T>>, most: number, wait: number) {
  interface Wish {
    readonly key: number;
    readonly signal: AbortSignal;
    resolve(value: T | null): void;
    reject(reason: unknown): void;
  }
  let wishes: Wish[] = [];

  const settle = async (part: readonly Wish[]) => {
    try {
      const found = await load(part.map((wish) => wish.key));
      for (const wish of part) wish.resolve(found.get(wish.key) ?? null);
    } catch (error) {
      for (const wish of part) wish.reject(error);
    }
  };
  const flush = () => {
    const wanted = wishes.filter((wish) => !wish.signal.aborted);
    for (const wish of wishes) if (wish.signal.aborted) wish.reject(wish.signal.reason);
    wishes = [];
    for (let from = 0; from < wanted.length; from += most) void settle(wanted.slice(from, from + most));
  };
  return (key: number, signal: AbortSignal): Promise<T | null> =>
    new Promise((resolve, reject) => {
      if (wishes.length === 0) setTimeout(flush, wait);
      wishes.push({ key, signal, resolve, reject });
    });
}

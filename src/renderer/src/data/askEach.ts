interface Asking<T> {
  /** How many are asked for at once. */
  readonly lanes: number;
  /** Each answer as it comes; null where there was none. */
  hears(id: string, answer: T | null): void;
  stopped(): boolean;
}

/** Asks for one thing after the other, in order. A failure holds up nothing; once `stopped`, nothing more is asked or heard. */
export async function askEach<T>(
  ids: readonly string[],
  ask: (id: string) => Promise<T>,
  { lanes, hears, stopped }: Asking<T>,
): Promise<void> {
  const left = ids.values();
  const lane = async () => {
    for (const id of left) {
      if (stopped()) return;
      const answer = await ask(id).catch(() => null);
      if (stopped()) return;
      hears(id, answer);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/**
 * Small numbers by a 64-bit hash of a text, without the text: for counting what is distinct among millions. Two texts share a
 * hash once in many billions, and then a count is off by one.
 */
export interface HashBits {
  /** Adds bits to what is known of the text with these two hashes; answers what was known before. */
  add(first: number, second: number, bits: number): number;
}

/** Empty; grows to twice its size whenever it is half full. */
export function createHashBits(): HashBits {
  let size = 64;
  let firsts = new Uint32Array(size);
  let seconds = new Uint32Array(size);
  let held = new Uint8Array(size);
  let count = 0;

  const slotOf = (first: number, second: number): number => {
    let slot = first & (size - 1);
    while (held[slot] !== 0 && (firsts[slot] !== first || seconds[slot] !== second)) slot = (slot + 1) & (size - 1);
    return slot;
  };

  const grow = (): void => {
    const old = { firsts, seconds, held };
    size *= 2;
    firsts = new Uint32Array(size);
    seconds = new Uint32Array(size);
    held = new Uint8Array(size);
    old.held.forEach((bits, at) => {
      if (bits === 0) return;
      const slot = slotOf(old.firsts[at] ?? 0, old.seconds[at] ?? 0);
      firsts[slot] = old.firsts[at] ?? 0;
      seconds[slot] = old.seconds[at] ?? 0;
      held[slot] = bits;
    });
  };

  return {
    add(first, second, bits) {
      const slot = slotOf(first, second);
      const before = held[slot] ?? 0;
      if (before === 0) {
        firsts[slot] = first;
        seconds[slot] = second;
        count += 1;
      }
      held[slot] = before | bits;
      if (before === 0 && count * 2 > size) grow();
      return before;
    },
  };
}

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
  return new Table();
}

/** A class, so that its methods are the same functions for every tape: what V8 has compiled for one would be thrown away at the next. */
class Table implements HashBits {
  #size = 64;
  #firsts = new Uint32Array(64);
  #seconds = new Uint32Array(64);
  #held = new Uint8Array(64);
  #count = 0;

  add(first: number, second: number, bits: number): number {
    const slot = this.#slotOf(first, second);
    const before = this.#held[slot] ?? 0;
    if (before === 0) {
      this.#firsts[slot] = first;
      this.#seconds[slot] = second;
      this.#count += 1;
    }
    this.#held[slot] = before | bits;
    if (before === 0 && this.#count * 2 > this.#size) this.#grow();
    return before;
  }

  #slotOf(first: number, second: number): number {
    const mask = this.#size - 1;
    let slot = first & mask;
    while (this.#held[slot] !== 0 && (this.#firsts[slot] !== first || this.#seconds[slot] !== second)) slot = (slot + 1) & mask;
    return slot;
  }

  #grow(): void {
    const [firsts, seconds, held] = [this.#firsts, this.#seconds, this.#held];
    this.#size *= 2;
    this.#firsts = new Uint32Array(this.#size);
    this.#seconds = new Uint32Array(this.#size);
    this.#held = new Uint8Array(this.#size);
    held.forEach((bits, at) => {
      if (bits === 0) return;
      const slot = this.#slotOf(firsts[at] ?? 0, seconds[at] ?? 0);
      this.#firsts[slot] = firsts[at] ?? 0;
      this.#seconds[slot] = seconds[at] ?? 0;
      this.#held[slot] = bits;
    });
  }
}

/** Numbers of entries that are marked: a set that costs a byte for each entry, as it holds most of a tape. */
export interface Marks {
  has(seq: number): boolean;
  add(seq: number): void;
}

export function createMarks(seqs: Iterable<number> = []): Marks {
  let bytes = new Uint8Array(1024);
  const marks: Marks = {
    has: (seq) => bytes[seq] === 1,
    add(seq) {
      if (seq >= bytes.length) {
        const more = new Uint8Array(2 * (seq + 1));
        more.set(bytes);
        bytes = more;
      }
      bytes[seq] = 1;
    },
  };
  for (const seq of seqs) marks.add(seq);
  return marks;
}

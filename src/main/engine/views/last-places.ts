/** Where each of millions of texts was last: by a 32-bit hash, so that some texts are taken for one another. */
export interface LastPlaces {
  /** Notes a place, above 0; answers the one before, 0 for none. */
  moved(text: string, place: number): number;
}

/** Empty; grows to twice its size whenever it is half full. */
export function createLastPlaces(): LastPlaces {
  let hashes = new Int32Array(64);
  let places = new Int32Array(64);
  let count = 0;

  const slotOf = (hash: number): number => {
    const mask = hashes.length - 1;
    let slot = hash & mask;
    while (places[slot] !== 0 && hashes[slot] !== hash) slot = (slot + 1) & mask;
    return slot;
  };

  const grow = (): void => {
    const old = { hashes, places };
    hashes = new Int32Array(old.hashes.length * 2);
    places = new Int32Array(hashes.length);
    old.places.forEach((place, at) => {
      if (place === 0) return;
      const hash = old.hashes[at] ?? 0;
      const slot = slotOf(hash);
      hashes[slot] = hash;
      places[slot] = place;
    });
  };

  return {
    moved(text, place) {
      const hash = hashOf(text);
      const slot = slotOf(hash);
      const before = places[slot] ?? 0;
      hashes[slot] = hash;
      places[slot] = place;
      if (before === 0 && ++count * 2 > places.length) grow();
      return before;
    },
  };
}

/** FNV-1a, with its bits mixed again: the lowest ones choose the slot. */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5 | 0;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) | 0;
};

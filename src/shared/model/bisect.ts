/** Answers the least whole number of from ≤ n < to from which on `holds` is true; `to` where it never is. Asks log₂(to − from) times. */
export function bisect(from: number, to: number, holds: (n: number) => boolean): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

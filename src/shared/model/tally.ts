/** Adds to a count under a name that a log chose: `constructor` and `__proto__` are names like any other. */
export function tally(counts: Record<string, number>, name: string, more: number): void {
  const value = (Object.hasOwn(counts, name) ? (counts[name] ?? 0) : 0) + more;
  if (name === '__proto__') Object.defineProperty(counts, name, { value, enumerable: true, configurable: true, writable: true });
  else counts[name] = value;
}

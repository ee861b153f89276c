/** Bytes from which on a record is a long one, and bytes of long ones after which their memory is given back. */
const LONG = 4 << 20;
const EVERY = 8 << 20;

let read = 0;
let collect: (() => void) | null = null;

/** How often memory was given back, for tests. */
export const givenBack = { times: 0 };

/** V8 shows its collector to contexts that are made after the flag is set. */
const collector = (): (() => void) => {
  process.getBuiltinModule('node:v8').setFlagsFromString('--expose-gc');
  return process.getBuiltinModule('node:vm').runInNewContext('gc');
};

/**
 * Counts a record that was read and is no longer of use. A few long lines occupy hundreds of megabytes before a thread gives them back by
 * itself, since it looks at a heap that it thinks is small; after this many bytes of them it is made to. Costs nothing for records of a usual length.
 */
export function giveBack(length: number): void {
  if (length < LONG) return;
  read += length;
  if (read < EVERY) return;
  read = 0;
  givenBack.times += 1;
  collect ??= collector();
  collect();
}

/** Holds the heap of this process to little more than what is in use, for as long as it runs: it is looked through more often, which takes time. */
export function keepSmall(): void {
  const v8 = process.getBuiltinModule('node:v8');
  for (const flag of ['--semi-space-growth-factor=1', '--heap-growing-percent=15']) v8.setFlagsFromString(flag);
}

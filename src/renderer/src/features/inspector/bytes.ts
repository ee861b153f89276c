import { formatNumber } from '../../ui/format.ts';

/** A native tape is many files, so its offsets also say which: the byte within the file is the lower part. */
const IN_FILE = 2 ** 33;

/** Where the bytes of a line begin and end in its file. */
export function byteRange({ offset, length }: { offset: number; length: number }, native: boolean): string {
  const from = native ? offset % IN_FILE : offset;
  return `${formatNumber(from)} – ${formatNumber(from + length)}`;
}

import type { Format, Sample } from '../formats/format.ts';
import { likeliest } from '../formats/index.ts';

/** The likeliest format of a sample: the first of several. */
export function detect(sample: Sample): Format | null {
  return likeliest(sample)[0] ?? null;
}

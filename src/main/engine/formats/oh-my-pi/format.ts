import type { Format, Sample } from '../format.ts';
import { asString, isObject } from '../json.ts';
import { detect } from '../pi/detect.ts';
import { pi } from '../pi/format.ts';
import { OWN, read } from './read.ts';

/** Whether a sample was written by Oh My Pi, whose sessions have the outline of pi's: by its own entries, or by the folder of its sessions. */
function isOhMyPi({ path, records }: Sample): boolean {
  return (
    /[/\\]\.omp[/\\]/.test(path) ||
    records.some(
      (record) =>
        isObject(record) &&
        (OWN.has(asString(record.type) ?? '') ||
          (record.type === 'model_change' && typeof record.model === 'string' && record.modelId === undefined)),
    )
  );
}

/** Sessions of Oh My Pi, which began as a copy of pi and writes the outline of its sessions. */
export const ohMyPi = {
  ...pi,
  id: 'oh-my-pi',
  name: 'Oh My Pi',
  detect: (sample) => (isOhMyPi(sample) ? detect(sample) : 0),
  read,
} as const satisfies Format;

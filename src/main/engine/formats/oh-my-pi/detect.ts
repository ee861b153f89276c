import type { Sample } from '../format.ts';
import { asString, isObject } from '../json.ts';
import { OWN } from './read.ts';

/** Whether a sample was written by Oh My Pi, whose sessions have the outline of pi's: by its own entries, or by the folder of its sessions. */
export function isOhMyPi({ path, records }: Sample): boolean {
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

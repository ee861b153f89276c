import type { Sample } from '../format.ts';
import { isObject } from '../json.ts';

const OWN = /^openclaw[.:]|^model-snapshot$/;

/** Whether a sample was written by OpenClaw, which keeps its sessions in the shape of pi: by its own entries, or by the folder of its agents. */
export function isOpenClaw({ path, records }: Sample): boolean {
  return (
    /[/\\]\.openclaw[/\\]/.test(path) ||
    records.some((record) => isObject(record) && (OWN.test(String(record.customType ?? '')) || record.provider === 'openclaw')) ||
    records.some((record) => isObject(record) && record.type === 'session' && /[/\\]\.openclaw([/\\]|$)/.test(String(record.cwd ?? '')))
  );
}

import type { JsonObject } from '../format.ts';
import { asString } from '../json.ts';

/** The version of Claude Code that wrote a record: `2.1.219`; null where it does not say. */
export function versionOf(record: JsonObject): string | null {
  return asString(record.version);
}

/** The program that sends a request: what it writes depends on its version and on the model. */
export interface Sender {
  version: string | null;
  model: string | null;
}

/** True where `version` is `first` or a later one. A version that nobody named is taken for the newest. */
export function isSince(version: string | null, first: string): boolean {
  if (version === null) return true;
  const [a, b] = [parts(version), parts(first)];
  const at = b.findIndex((number, index) => number !== (a[index] ?? 0));
  return at < 0 || (a[at] ?? 0) > (b[at] ?? 0);
}

const parts = (version: string): number[] => version.split('.').map((part) => Number.parseInt(part, 10) || 0);

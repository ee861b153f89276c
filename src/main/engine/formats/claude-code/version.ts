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

/** Versions that were taken apart: a log names the same one in every line. */
const PARTS = new Map<string, readonly number[]>();
const REMEMBERED = 256;

function parts(version: string): readonly number[] {
  const known = PARTS.get(version);
  if (known !== undefined) return known;
  const numbers = version.split('.').map((part) => Number.parseInt(part, 10) || 0);
  if (PARTS.size < REMEMBERED) PARTS.set(version, numbers);
  return numbers;
}

import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { canonical } from '../formats/digest.ts';
import type { Json } from '../formats/format.ts';
import { nativePayload } from '../formats/native/payload.ts';
import { sha256, sha256Hex } from '../formats/sha256.ts';
import type { Line } from './types.ts';

/** The text of a line without its line feed, keys in the order that FORMATS of native tapes fix. Throws 'bad-input' for what is not JSON. */
export function formatLine(line: Line, payloadText = jsonText(line.payload)): string {
  return `{"id":${line.id},"kind":${jsonText(line.kind)},"at":${jsonText(line.at)},"anchor":${jsonText(line.anchor)},"payload":${payloadText},"meta":${jsonText(line.meta)}${
    line.corrects === undefined ? '' : `,"corrects":${line.corrects}`
  }}`;
}

export function jsonText(value: unknown): string {
  const text = attempt(() => JSON.stringify(value));
  if (typeof text !== 'string') throw new TapeError('bad-input', 'A payload is missing, or it cannot be written as JSON.');
  return text;
}

const attempt = (work: () => unknown): unknown => {
  try {
    return work();
  } catch {
    return undefined;
  }
};

/** A line as an entry; null where it is none. Unknown keys are let be. `parse` may keep numbers as they are written. */
export function parseLine(text: string, parse: (text: string) => unknown = JSON.parse): Line | null {
  const value = attempt(() => parse(text));
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !('payload' in value)) return null;
  const { id, kind, at, anchor, payload, meta = {}, corrects } = value as Record<string, unknown>;
  if (typeof id !== 'number' || !Number.isInteger(id) || id < 1) return null;
  if (typeof kind !== 'string' || typeof at !== 'string' || typeof anchor !== 'string') return null;
  if (typeof meta !== 'object' || meta === null || Array.isArray(meta)) return null;
  const line = { id, kind, at, anchor, payload, meta: meta as Record<string, unknown> };
  return typeof corrects === 'number' && Number.isInteger(corrects) ? { ...line, corrects } : line;
}

/** The payload of a line as it is written: a number may say more than one of JavaScript can. Undefined for a line that is not as `formatLine` puts it. */
export function payloadTextOf(text: string, line: Line): string | undefined {
  const [before = '', after = ''] = formatLine(line, '\n').split('\n');
  const fits = text.startsWith(before) && text.endsWith(after) && text.length > before.length + after.length;
  return fits ? text.slice(before.length, -after.length) : undefined;
}

/** SHA-256 of kind and payload in canonical form: the same fact has the same digest in every fork. */
export function digestOf(kind: string, payload: unknown): Buffer {
  return sha256(factOf(kind, payload));
}

const factOf = (kind: string, payload: unknown): string => canonical(nativePayload(kind, payload as Json));

/** Whether a line says something else than what was written when its digest, here as hex, was taken. */
export function isAltered({ kind, payload }: Pick<Line, 'kind' | 'payload'>, digest: string): boolean {
  return sha256Hex(factOf(kind, payload)) !== digest;
}

/** The chain of a tape without entries. */
export const NO_CHAIN = Buffer.alloc(32);

export function chainOf(before: Uint8Array, digest: Uint8Array): Buffer {
  return sha256(Buffer.concat([before, digest]));
}

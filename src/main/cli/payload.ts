import type { AppendInput } from '../../shared/model/native.ts';
import { isRecord } from '../../shared/model/record.ts';
import { parseExactly } from '../engine/formats/exact.ts';

/** What a PAYLOAD on the command line stands for. */
export interface Payload {
  payload: unknown;
  /** A sentence where the text may have been meant otherwise. */
  note: string | null;
}

const fromText = (kind: string, text: string): unknown => {
  if (kind === 'message') return { role: 'user', content: text };
  return kind === 'system' ? { content: text } : { text };
};

/** Numbers that cannot be held go into the line as they are written. */
const parsed = (text: string): unknown => {
  try {
    return parseExactly(text);
  } catch {
    return undefined;
  }
};

/** A JSON object or array is the payload as it is; any other text is what an entry of that kind says. */
export function payloadOf(kind: string, text: string): Payload {
  const begins = /^\s*[{[]/.test(text);
  const value = begins ? parsed(text) : undefined;
  if (typeof value === 'object' && value !== null) return { payload: value, note: null };
  const note = begins && /[}\]]\s*$/.test(text) ? 'The payload looks like JSON but is not valid, so it was appended as text.' : null;
  return { payload: fromText(kind, text), note };
}

/** Why a text is not a payload but an entry as stdin takes it; null where it is a payload, which may well have a kind of its own. */
export function entryLine(text: string): string | null {
  const value = /^\s*\{/.test(text) ? parsed(text) : undefined;
  if (!isRecord(value) || !('kind' in value || 'payload' in value)) return null;
  if (Object.keys(value).some((key) => !KEYS.includes(key) && !GIVEN_ANEW.includes(key))) return null;
  return 'The argument is a payload, and this is a whole entry: pipe it to tape append on stdin, or give --kind and the payload.';
}

/** What every line of stdin gets unless it says otherwise. */
export type Defaults = Pick<AppendInput, 'kind' | 'anchor' | 'meta'>;

const KEYS = ['kind', 'payload', 'meta', 'anchor', 'corrects'];
/** What our own answers hold next to these: given again, so that they can be appended again. */
const GIVEN_ANEW = ['id', 'at', 'session'];
const LONGEST = { kind: 64, anchor: 200 };

const isText = (value: unknown, most: number): boolean => typeof value === 'string' && value.length > 0 && value.length <= most;
/** What may stand as the kind of an entry. */
export function isKind(value: unknown): boolean {
  return isText(value, LONGEST.kind);
}
const isId = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 1;

/** What is wrong with an object as an entry; null where it is one. */
const fault = (value: Record<string, unknown>): string | null => {
  const odd = Object.keys(value).find((key) => !KEYS.includes(key) && !GIVEN_ANEW.includes(key));
  if (odd !== undefined) return `has "${odd.slice(0, 40)}", which no entry has: there are ${KEYS.join(', ')}`;
  if (value.payload === undefined) return 'has no payload';
  for (const key of ['kind', 'anchor'] as const) {
    if (value[key] !== undefined && !isText(value[key], LONGEST[key]))
      return `has no text of 1 to ${LONGEST[key]} characters as its ${key}`;
  }
  if (value.meta !== undefined && !isRecord(value.meta)) return 'has a meta that is not an object';
  return value.corrects === undefined || isId(value.corrects) ? null : 'corrects something that is not an id';
};

/** One line of stdin as an entry, or what is wrong with it: "has no payload". */
export function entryOf(line: string, defaults: Defaults): { entry: AppendInput } | { fault: string } {
  const value = parsed(line);
  if (value === undefined) return { fault: 'is not JSON' };
  if (!isRecord(value)) return { fault: 'is not a JSON object' };
  const wrong = fault(value);
  if (wrong !== null) return { fault: wrong };
  const { kind, payload, meta, anchor, corrects } = { ...defaults, ...value } as AppendInput;
  return {
    entry: {
      payload,
      ...(kind !== undefined && { kind }),
      ...(meta !== undefined && { meta }),
      ...(anchor !== undefined && { anchor }),
      ...(corrects !== undefined && { corrects }),
    },
  };
}

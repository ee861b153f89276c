import type { Sample } from '../format.ts';
import { asObject, isObject } from '../json.ts';
import { share } from '../share.ts';
import type { JsonObject } from '../values.ts';
import { isKnownType } from './read.ts';

/** Fields that only other programs write into records of the same outline. */
const FOREIGN = ['uuid', 'parentUuid', 'sessionId', 'payload', 'traceSchema', 'ordinal', 'seq'];

const isForeign = (record: JsonObject): boolean => FOREIGN.some((key) => key in record);

/** The share of records that pi would write, in a file that begins as a session does or has lost its beginning. */
export function detect(sample: Sample): number {
  return share(sample.records.filter(isObject), likeness, isForeign);
}

function likeness(record: JsonObject): number {
  const { type } = record;
  if (typeof type !== 'string' || isForeign(record)) return 0;
  if (type === 'session')
    return typeof record.id === 'string' && typeof record.timestamp === 'string' && typeof record.cwd === 'string' ? 1 : 0;
  if (type === 'message') return typeof asObject(record.message)?.role === 'string' ? 1 : 0;
  const inTree = typeof record.id === 'string' && 'parentId' in record;
  if (isKnownType(type)) return inTree || typeof record.timestamp === 'string' ? 1 : 0;
  // Others have trees of the same outline: a file of unknown types alone is none of pi's.
  return inTree && typeof record.timestamp === 'string' ? 0.4 : 0;
}

import type { EntryRow } from '../../../shared/model/index.ts';
import { digestWithout } from '../bytes/payloads.ts';
import type { Hints } from '../formats/context/hints.ts';
import type { RecordedPart } from '../formats/context/recorded-request.ts';
import { asString, isObject } from '../formats/json.ts';

interface Asked {
  request: { hints?: Hints };
  rowOf: (seq: number) => EntryRow | undefined;
}

/** Parts of a recorded request that no entry says, in the order of their blocks; none where no request is recorded. */
export function requestParts({ request, rowOf }: Asked): RecordedPart[] {
  return (request.hints?.recorded?.parts ?? []).filter(({ entries }) => !entries.some((seq) => rowOf(seq) !== undefined));
}

/** What a person calls a part. */
export function nameOfPart({ type, label }: RecordedPart): string {
  if (type === 'tool') return `the tool ${label}`;
  return type === 'system' ? `${label.replace('system', 'part')} of the system prompt` : label;
}

/** What makes a part the same in two requests: what it is, and the digest of all of it. */
export function keyOfPart({ type, raw }: RecordedPart): string {
  const { id, tool_use_id: answers } = isObject(raw) && type === 'content' ? raw : {};
  const ids = [id, answers].flatMap((value) => asString(value) ?? []);
  return `${type} ${digestWithout(ids, raw)}`;
}

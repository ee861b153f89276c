import type { Format, Located, Sample } from '../format.ts';
import { isObject } from '../json.ts';
import { share } from '../share.ts';
import type { JsonObject } from '../values.ts';
import { messages } from './messages.ts';
import { read } from './read.ts';
import { parts, payload, preview, text } from './show.ts';
import { thread } from './thread.ts';

/** Sessions of Copilot CLI, a list of events. */
export const copilot = {
  ...{ id: 'copilot', name: 'Copilot CLI', detect, locate, read, thread, text, parts, preview, messages, payload },
} as const satisfies Format;

const TYPE = /^[a-z_]+\.[a-z_.]+$|^abort$/;

/** Events with data, an id and the id of the event before. */
function detect(sample: Sample): number {
  return share(sample.records.filter(isObject), likeness, ({ type, data }) => typeof type === 'string' && !isObject(data));
}

function likeness({ type, data, id, timestamp, parentId }: JsonObject): number {
  if (typeof type !== 'string' || !isObject(data) || typeof id !== 'string' || timestamp === undefined) return 0;
  if (parentId !== null && typeof parentId !== 'string') return 0;
  return TYPE.test(type) ? 1 : 0.5;
}

const SESSION = /[\\/]session-state[\\/]([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})[\\/]events\.jsonl$/i;

/** Each session has a folder of its own, called by its id. */
function locate(path: string): Located {
  const session = SESSION.exec(path)?.[1];
  return session === undefined ? {} : { session };
}

import type { Format, Sample } from '../format.ts';
import { isObject } from '../json.ts';
import { share } from '../share.ts';
import type { JsonObject } from '../values.ts';
import { messages } from './messages.ts';
import { part, read } from './read.ts';
import { parts, payload, preview, text } from './show.ts';

/** Transcripts that Entire makes of the sessions of any agent. */
export const entire = {
  ...{ id: 'entire', name: 'Entire', detect, locate: () => ({}), read, part, text, parts, preview, messages, payload },
} as const satisfies Format;

/** Lines with a version, the agent, and the version of the program that wrote them. */
function detect({ records }: Sample): number {
  return share(records.filter(isObject), likeness, ({ v, type }) => typeof type === 'string' && v === undefined);
}

function likeness({ v, agent, cli_version, type, ts }: JsonObject): number {
  if (typeof v !== 'number' || typeof agent !== 'string' || typeof cli_version !== 'string') return 0;
  return typeof type === 'string' && ts !== undefined ? 1 : 0.5;
}

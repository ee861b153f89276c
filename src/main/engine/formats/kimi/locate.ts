import type { Located } from '../format.ts';

const FOLDER = String.raw`[\\/]sessions[\\/][0-9a-f]{32}[\\/]([^\\/]+)[\\/]`;
const AGENT = new RegExp(String.raw`${FOLDER}(?:context_sub_(\d+)|subagents[\\/]([^\\/]+)[\\/]context)\.jsonl$`, 'i');
const OLDER = new RegExp(String.raw`${FOLDER}(?:subagents[\\/][^\\/]+[\\/])?(context(?:_sub_\d+)?)_\d+\.jsonl$`, 'i');
const WIRE = new RegExp(String.raw`${FOLDER}(?:subagents[\\/]([^\\/]+)[\\/])?wire\.jsonl$`, 'i');
const SESSION = new RegExp(String.raw`${FOLDER}context\.jsonl$`, 'i');

/**
 * A session has a folder: its context, the contexts of sub-agents, what the events were, and contexts as they were before a person went back or the
 * program compacted them.
 */
export function locate(path: string): Located {
  const [, parentSession, number, name] = AGENT.exec(path) ?? [];
  if (parentSession !== undefined) return { parentSession, agent: name ?? `sub_${number}`, relation: 'sub-agent' };
  const [, session, agent] = WIRE.exec(path) ?? [];
  if (session !== undefined) return { parentSession: session, agent: `${agent ?? 'session'} wire`, relation: 'aside', title: 'Events' };
  const [, , context] = OLDER.exec(path) ?? [];
  if (context !== undefined) return { relation: 'archive', parentFile: path.replace(/[^\\/]+$/, `${context}.jsonl`) };
  const [, own] = SESSION.exec(path) ?? [];
  return own === undefined ? {} : { session: own };
}

import type { Located } from '../format.ts';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const SUB_AGENT = new RegExp(`[\\\\/]chats[\\\\/](${UUID})[\\\\/]([^\\\\/]+)\\.jsonl$`, 'i');

/** Sub-agents have a folder of the session that started them; the name of a session's own file has only the first letters of its id. */
export function locate(path: string): Located {
  const [, parentSession, agent] = SUB_AGENT.exec(path) ?? [];
  return parentSession === undefined || agent === undefined ? {} : { parentSession, agent, relation: 'sub-agent' };
}

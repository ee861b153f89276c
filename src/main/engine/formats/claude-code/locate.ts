import type { Located } from '../format.ts';

const SESSION = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Reads the path of a Claude Code file: `SLUG/SESSION.jsonl`, `SLUG/agent-ID.jsonl`, or
 * `SLUG/SESSION/subagents/[workflows/WF/]agent-ID.jsonl`. The project is never taken from the folder: its name is lossy.
 */
export function locate(path: string): Located {
  const parts = path.split(/[\\/]+/);
  const name = parts.at(-1) ?? '';
  if (name === 'journal.jsonl') return { ignore: 'It is the journal of a workflow, not a session.' };
  if (name.endsWith('.meta.json')) return { ignore: 'It describes a sub-agent; the sub-agent is in the file next to it.' };
  const stem = name.replace(/\.jsonl$/, '');
  if (!stem.startsWith('agent-')) return SESSION.test(stem) ? { session: stem } : {};
  const agent = stem.slice('agent-'.length);
  const parentSession = sessionFolder(parts);
  return parentSession === null ? { agent, relation: relation(agent) } : { agent, relation: relation(agent), parentSession };
}

/** The folder above `subagents`. */
function sessionFolder(parts: string[]): string | null {
  const at = parts.lastIndexOf('subagents');
  const folder = at > 0 ? parts[at - 1] : undefined;
  return folder === undefined || folder === '' ? null : folder;
}

function relation(agent: string): NonNullable<Located['relation']> {
  if (agent.startsWith('acompact-')) return 'compaction-copy';
  return agent.startsWith('aside_question-') ? 'aside' : 'sub-agent';
}

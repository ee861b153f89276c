/** What the program says of a turn that was stopped. */
const STOPPED = 'turn aborted';

const ACTION = 'user action';

/** What a compaction up to 0.98 takes for a prompt although nobody typed it. */
export const TAKEN: ReadonlySet<string> = new Set([ACTION, STOPPED]);

/** What the program puts before the model in the user's or the developer's name, by how it begins. */
const TAGS: ReadonlyMap<string, string> = new Map([
  ['environment_context', 'environment'],
  ['user_instructions', 'AGENTS.md'],
  ['INSTRUCTIONS', 'AGENTS.md'],
  ['permissions instructions', 'permissions'],
  ['skills_instructions', 'skills'],
  ['skill', 'skill'],
  ['apps_instructions', 'apps'],
  ['plugins_instructions', 'plugins'],
  ['recommended_plugins', 'plugins'],
  ['collaboration_mode', 'collaboration mode'],
  ['multi_agent_mode', 'multi-agent mode'],
  ['multi_agent_role', 'multi-agent role'],
  ['model_switch', 'model switch'],
  ['personality_spec', 'personality'],
  ['turn_aborted', STOPPED],
  ['user_shell_command', 'shell command'],
  ['subagent_notification', 'sub-agent'],
  ['user_action', ACTION],
]);

const AGENTS_FILE = '# AGENTS.md instructions';

/** How the summary of a compaction begins where the program itself wrote it into the history. */
export const SUMMARY_WORDS = 'Another language model started to solve this problem';

/**
 * A name for a message that nobody typed; null for a real prompt. A developer's message is always the program's: an unknown one goes by its
 * tag, else by `developer`.
 */
export function injectedName(role: string, text: string): string | null {
  const begin = text.trimStart();
  if (role === 'user' && begin.startsWith(AGENTS_FILE)) return 'AGENTS.md';
  const tag = /^<([A-Za-z][\w -]{0,40})>/.exec(begin)?.[1];
  const known = tag === undefined ? undefined : TAGS.get(tag);
  if (known !== undefined) return known;
  return role === 'user' ? null : (tag?.replaceAll('_', ' ') ?? 'developer');
}

/** A notice about something that happened, as opposed to context that each turn begins with: a compaction without a logged history drops it. */
export const NOTICES: ReadonlySet<string> = new Set([STOPPED, 'shell command', 'sub-agent', ACTION, 'skill']);

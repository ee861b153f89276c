import type { EntryRow } from '../../../../shared/model/index.ts';
import { plainModel } from '../../../../shared/model/limits.ts';
import type { Habits, Reading } from '../context/habits.ts';
import { PLAIN_HABITS } from '../context/habits.ts';
import { isThinking } from '../context/rows.ts';
import type { Finding } from '../context/selection.ts';

/**
 * Codex sends all reasoning again, and OpenAI's server leaves out what came before the newest message of a user: the model does not see it, and the
 * recorded size does not count it. Codex itself goes by that (`get_non_last_reasoning_items_tokens` in codex-rs/core/src/context_manager/history.rs).
 * Models from GPT-5.6 on see the reasoning of all turns (`reasoning.context` in OpenAI's guide to reasoning); others are not OpenAI's.
 */
const LEAVES_OUT = /^(gpt-5(\.[0-5])?(-|$)|codex-mini|o[134](-|$))/;

function forgets({ model }: Reading): boolean {
  return LEAVES_OUT.test(plainModel(model));
}

/** What the server takes for a user's: prompts, and all that the program says in the user's name. Other agents have a type of their own. */
export function isOfUser({ kind, role, label }: Pick<EntryRow, 'kind' | 'role' | 'label'>): boolean {
  return kind === 'message' && role === 'user' && label !== AGENT_MESSAGE;
}

/** What the message of another agent goes by. */
export const AGENT_MESSAGE = 'agent message';

/** What Codex and the server of its model do. */
export const codexHabits: Habits = {
  ...PLAIN_HABITS,
  forgets,
  sendsForgotten: true,
  ends: (row, reading) => isOfUser(row) && forgets(reading),
};

type Item = Pick<EntryRow, 'seq' | 'kind' | 'role' | 'label' | 'flags'>;

/**
 * What of a history the server does not count. A request that was not made (`ahead`) brings a prompt along where the model has answered.
 */
export function uncountedIn(items: readonly Item[], reading: Reading, ahead: boolean): ReadonlySet<number> {
  if (!forgets(reading)) return NONE;
  const answered = ahead && items.at(-1)?.kind === 'message' && items.at(-1)?.role === 'assistant' && !isThinking(items.at(-1));
  const last = answered ? items.length : items.findLastIndex(isOfUser);
  return new Set(items.slice(0, Math.max(last, 0)).flatMap((item) => (isThinking(item) ? [item.seq] : [])));
}

const NONE: ReadonlySet<number> = new Set();

/** Why such a block weighs nothing. */
export const NOT_COUNTED = 'sent, but not counted by the model’s server';

/** The same of a whole context, in a sentence. */
export function notCounted(count: number): Finding[] {
  if (count === 0) return [];
  const which = count === 1 ? 'One block of reasoning' : `${count} blocks of reasoning`;
  const text = `${which} from before the newest message of the user ${count === 1 ? 'was' : 'were'} sent, but the model’s server leaves such reasoning out and does not count it.`;
  return [{ type: 'note', calm: true, text }];
}

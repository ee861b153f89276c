import type { EntryRow } from '../../../../shared/model/index.ts';
import type { CameOn, ChainRules } from '../context/chain-rules.ts';
import type { Habits, Tools } from '../context/habits.ts';
import { opensTurn } from '../context/rows.ts';
import { queueAlone } from './queued.ts';
import { releasedAt } from './released.ts';
import { mayLose, stopsAtGap } from './resumed.ts';
import { ends, forgets, keepsThinking } from './thinking.ts';
import { wireOrder } from './wire-order.ts';

/** Claude Code replaces old results without a word in its log, and its models are not always shown again what they thought. */
export const claudeHabits: Habits = { forgets, ends, released: releasedAt, loadsTools };

/** Tools come with a search for them, or with a server that tells of its own. */
function loadsTools({ results, label }: EntryRow, tools: Tools): boolean {
  return (
    label === 'deferred_tools_delta' || label === 'mcp_instructions_delta' || results.some((call) => tools.get(call)?.name === 'ToolSearch')
  );
}

export const claudeChain: ChainRules = { unsettles, order: wireOrder };

function unsettles({ rows, thinks, broken, offChain, through, before, now }: CameOn): boolean {
  // What was taken from the queue is sent under every policy, after an entry that may be older.
  if (queueAlone(now.writer) && rows.some(({ kind }) => kind === 'queue-operation')) return true;
  if (through) return false;
  if (!keepsThinking(rows, thinks, before, now)) return true;
  // A program that begins again from its file may lose what is not on the chain, or above a gap in it.
  return ((offChain && mayLose(now.writer)) || (broken && stopsAtGap(now.writer))) && rows.some(opensTurn);
}

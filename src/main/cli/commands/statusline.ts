import { readFileSync } from 'node:fs';
import type { View } from '../../../shared/model/index.ts';
import { isRecord } from '../../../shared/model/record.ts';
import { defaultHome } from '../../engine/app/home.ts';
import type { HookInput, Status } from '../../engine/formats/hooking.ts';
import { HOOKED, hookingOf } from '../../engine/formats/hookings.ts';
import { takeSpool } from '../../engine/hooks/spool.ts';
import type { Context, Declaration } from '../command.ts';
import { json } from '../flags.ts';
import { compact, plural } from '../format/number.ts';

export const command: Declaration = {
  flags: [json],
  notes: [
    `Takes on stdin the JSON that an agent (${HOOKED.filter((id) => hookingOf(id)?.status).join(', ')}) gives to the program of its status line. In its settings: "statusLine": {"type": "command", "command": "tape statusline"}.`,
    'Shows what is in context, the part of it that no compaction takes, what the next one would take, and the cost where the agent adds it up. "~" marks estimates.',
  ],
  example: ['tape statusline', 'a line such as "84k of 200k (42 %) · base 18k · a compaction takes ~66k, 12 of your messages · $1.23"'],
  run,
};

const inputIn = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** What the agent says; null for what none of them would. */
const statusIn = (text: string): Status | null => {
  const input = inputIn(text);
  if (!isRecord(input)) return null;
  for (const agent of HOOKED) {
    const status = hookingOf(agent)?.status?.(input as HookInput);
    if (status) return status;
  }
  return null;
};

/** The next request of the session; null where its log cannot be read yet: a line without it is better than none. */
const viewOf = async ({ session }: Context, { transcript }: Status): Promise<View | null> => {
  if (transcript === null) return null;
  try {
    const { tape, call } = await session();
    return await call('views.assemble', { tape: (await tape(transcript)).id, next: true, policy: 'as-recorded' });
  } catch {
    return null;
  }
};

interface Shown {
  used: number | null;
  limit: number | null;
  base: number | null;
  /** What the next compaction would take: the blocks, by estimate, and how many of them a person wrote. */
  taken: { tokens: number; said: number } | null;
  cost: number | null;
}

const NOTHING: Shown = { used: null, limit: null, base: null, taken: null, cost: null };

/** A figure that an agent gives; negative and infinite ones are ignored. */
const figureIn = (value: number | null): number | null => (value !== null && value >= 0 && Number.isFinite(value) ? value : null);

const shownOf = (status: Status, view: View | null): Shown => {
  const [used, limit, cost] = [status.used, status.limit, status.cost].map(figureIn) as [number | null, number | null, number | null];
  const blocks = view?.blocks.filter(({ role }) => role !== 'system') ?? [];
  const said = blocks.filter(({ role, kind, tone }) => role === 'user' && kind === 'message' && (tone === '' || tone === 'user')).length;
  return {
    ...{ used: used ?? view?.expected?.last?.recorded ?? null, limit: limit ?? view?.limit ?? null, base: view?.tokens.base ?? null, cost },
    taken: view === null ? null : { tokens: blocks.reduce((sum, { tokens }) => sum + tokens.value, 0), said },
  };
};

const lineOf = ({ used, limit, base, taken, cost }: Shown): string =>
  [
    used === null
      ? ''
      : `${compact(used)}${limit !== null && limit >= 1 ? ` of ${compact(limit)} (${Math.round((100 * used) / limit)} %)` : ''}`,
    base === null ? '' : `base ${compact(base)}`,
    taken === null || taken.tokens === 0 ? '' : `a compaction takes ~${compact(taken.tokens)}, ${plural(taken.said, 'message')} of yours`,
    cost === null ? '' : `$${cost.toFixed(2)}`,
  ]
    .filter((part) => part !== '')
    .join(' · ');

async function run(context: Context): Promise<undefined> {
  for (const sentence of takeSpool(defaultHome())) context.terminal.note(sentence);
  const status = statusIn(readFileSync(0, 'utf8'));
  const shown = status === null ? NOTHING : shownOf(status, await viewOf(context, status));
  if (context.json) context.terminal.json(shown);
  else if (status !== null) context.terminal.print([lineOf(shown)]);
  return undefined;
}

import type { Usage } from '../../../../shared/model/index.ts';
import type { Thread, ThreadChange, ThreadEntry } from '../format.ts';
import { asObject } from '../json.ts';

/** Whether the log has what single requests used, and what was used up to the last time that the program said it of all of them. */
interface State {
  single: boolean;
  told: Usage;
}

/** Totals count where nothing is known of single requests; they may continue from those of an earlier run of the session. */
export const thread: Thread<State> = { begin: () => ({ single: false, told: NOTHING }), next: change };

function change(state: State, { hint, usage }: ThreadEntry): ThreadChange | null {
  const { is } = asObject(hint) ?? {};
  if (is === 'usage') state.single = true;
  if (is !== 'total' || usage === null) return null;
  const before = state.told;
  state.told = usage;
  if (state.single) return { usage: NOTHING };
  const goesOn = FIELDS.every((field) => usage[field] >= before[field]);
  return goesOn && before.input + before.output > 0 ? { usage: less(usage, before) } : null;
}

const FIELDS = ['input', 'output', 'cacheRead', 'cacheWrite'] as const;
const NOTHING: Usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };

const less = (now: Usage, before: Usage): Usage => ({
  ...{ input: now.input - before.input, output: now.output - before.output },
  ...{ cacheRead: now.cacheRead - before.cacheRead, cacheWrite: now.cacheWrite - before.cacheWrite },
});

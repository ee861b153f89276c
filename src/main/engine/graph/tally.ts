import type { GraphNode, TapeRow, TokenCount } from '../../../shared/model/index.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';
import { scaleFor } from '../formats/context/models.ts';
import { estimate } from '../formats/context/tokens.ts';
import type { Active } from './active.ts';
import type { Groups } from './fold.ts';
import { type Forest, isPrompt, tapeAt } from './forest.ts';

/** What is in a group. */
export interface Tally
  extends Pick<
    GraphNode,
    'first' | 'last' | 'entries' | 'steps' | 'step' | 'prompt' | 'call' | 'failed' | 'toolFailed' | 'tokens' | 'time'
  > {
  tape: number;
  /** An entry of it is on the path. */
  active: boolean;
  /** An entry of it is in context. */
  inContext: boolean;
}

interface Counting extends Tally {
  /** The first step in it. */
  opens: number | null;
  weight: number;
  context: number;
}

/** Counts entries, steps and tokens of every group: one look at each entry. */
export function tallyGroups(forest: Forest, active: Active, groups: Groups): Tally[] {
  const counts = groups.list.map(({ root }): Counting => {
    const tape = tapeAt(forest, root);
    const first = root - (forest.base[tape] ?? 0) + 1;
    const tokens: TokenCount = { value: 0, basis: 'estimated' };
    const none = {
      entries: 0,
      steps: 0,
      step: null,
      opens: null,
      prompt: null,
      call: null,
      failed: false,
      toolFailed: false,
      time: null,
      active: false,
      inContext: false,
      weight: 0,
      context: Number.NaN,
    };
    return { tape, first, last: first, tokens, ...none };
  });
  forest.tapes.forEach((_, tape) => {
    countEntries(forest, active, groups, counts, tape);
    countSteps(forest, groups, counts, tape);
  });
  settle(groups, counts);
  return counts.map(({ weight: _weight, context: _context, opens: _opens, ...tally }) => tally);
}

const countEntries = (forest: Forest, active: Active, { of }: Groups, counts: readonly Counting[], tape: number): void => {
  const { columns, row, kinds } = forest.tapes[tape] ?? {};
  if (!columns || !row) return;
  const scale = scaleFor(row.model);
  const call = kinds?.indexOf('tool_call') ?? -1;
  const result = kinds?.indexOf('tool_result') ?? -1;
  const base = forest.base[tape] ?? 0;
  for (let at = 0; at < columns.parent.length; at++) {
    const entry = base + at;
    const group = counts[of[entry] ?? -1];
    if (!group || forest.same[entry] !== entry) continue;
    group.entries += 1;
    if (group.tape === tape) {
      group.first = Math.min(group.first, at + 1);
      group.last = Math.max(group.last, at + 1);
    }
    const flags = columns.flags[at] ?? 0;
    if (group.prompt === null && group.tape === tape && isPrompt(flags)) group.prompt = at + 1;
    if (columns.kind[at] === call && group.tape === tape) group.call ??= at + 1;
    if (has(flags, Flag.Failed)) group[columns.kind[at] === result ? 'toolFailed' : 'failed'] = true;
    const time = columns.time[at] ?? Number.NaN;
    if (group.time === null && !Number.isNaN(time)) group.time = time;
    if (has(flags, Flag.Sent) && !has(flags, Flag.Excluded)) {
      const kind = columns.kind[at] ?? -1;
      const calls = kind === call ? ONE : NONE;
      group.weight += estimate({ chars: columns.chars[at] ?? 0, flags, calls, kind: kinds?.[kind] ?? '' }, scale);
    }
    if (active.path[entry] === 1) group.active = true;
    if (active.inContext[entry] === 1) group.inContext = true;
  }
};

const ONE = [''];
const NONE: string[] = [];

const countSteps = (forest: Forest, { of }: Groups, counts: readonly Counting[], tape: number): void => {
  const { steps } = forest.tapes[tape] ?? {};
  const base = forest.base[tape] ?? 0;
  for (let at = 0; at < (steps?.first.length ?? 0); at++) {
    const entry = base + (steps?.first[at] ?? 1) - 1;
    const group = counts[of[entry] ?? -1];
    if (!group || forest.same[entry] !== entry) continue;
    group.steps += 1;
    if (group.tape === tape) {
      group.step = at + 1;
      group.opens ??= at + 1;
    }
    const context = steps?.context[at] ?? Number.NaN;
    if (!Number.isNaN(context)) group.context = context;
  }
};

/** What a group takes over from the one before it: the step that it follows, and what was in context by then. */
const settle = ({ list }: Groups, counts: readonly Counting[]): void => {
  // A prompt leads to the step that answers it: children follow their parents, and the first one decides.
  for (let at = counts.length - 1; at > 0; at--) {
    const [count, above] = [counts[at], counts[list[at]?.parent ?? -1]];
    if (count && above && above.steps === 0 && above.prompt !== null && above.tape === count.tape) above.step = count.opens ?? count.step;
  }
  counts.forEach((count, at) => {
    const { parent, type } = list[at] ?? {};
    const above = parent === undefined ? undefined : counts[parent];
    if (above && count.step === null && above.tape === count.tape) count.step = above.step;
    const anew = type === 'anchor' || type === 'compaction';
    const before = anew ? 0 : (above?.tokens.value ?? 0);
    count.tokens = Number.isNaN(count.context)
      ? { value: Math.round(before + count.weight), basis: 'estimated' }
      : { value: count.context, basis: 'recorded' };
  });
};

/** A name for a tape in any case: its title, else its session, else its id. */
export function titleOf(row: TapeRow): string {
  return row.title === '' ? (row.session ?? row.id) : row.title;
}

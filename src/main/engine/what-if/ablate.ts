import type { Ablated, Ablation, Answer, Block, Decision, View } from '../../../shared/model/index.ts';
import type { Ask } from '../runs/api.ts';
import { groupNumbers, groupsOf } from './decision.ts';
import type { Prepared } from './plan.ts';
import { type Many, sendMany } from './send-many.ts';

/** A block that may be left out. */
export interface Candidate {
  entries: number[];
  role: string;
  label: string;
  tokens: number;
}

type Untried = Ablation['untried'][number];

const candidateOf = ({ entries, role, label, kind, tokens }: Block): Candidate => ({
  entries,
  role,
  label: label || kind,
  tokens: tokens.value,
});

/** The blocks of a context to be left out one at a time, the largest first, and those that cannot be. A call and its results are one. Pure. */
export function candidatesIn(
  { blocks }: Pick<View, 'blocks'>,
  callsOf: (seq: number) => readonly string[],
  pinned: readonly number[],
  most: number,
) {
  const of = new Map<string, Candidate>();
  const alone: Candidate[] = [];
  const untried: Untried[] = [];
  for (const block of blocks) {
    const one = candidateOf(block);
    if (block.entries.length === 0) untried.push({ ...untriedOf(one), why: 'it is from another tape, or only the request has it' });
    else if (block.entries.some((seq) => pinned.includes(seq))) untried.push({ ...untriedOf(one), why: 'it is kept by --pin' });
    else join(of, alone, one, block.entries.flatMap(callsOf));
  }
  const all = [...new Set([...of.values(), ...alone])].sort((a, b) => b.tokens - a.tokens || (a.entries[0] ?? 0) - (b.entries[0] ?? 0));
  const rest = all.slice(most).map((one) => ({ ...untriedOf(one), why: `only the ${most} largest are tried (--blocks)` }));
  return { candidates: all.slice(0, most), untried: [...untried, ...rest] };
}

const untriedOf = ({ entries, label, tokens }: Candidate): Omit<Untried, 'why'> => ({ entries, label, tokens });

const join = (of: Map<string, Candidate>, alone: Candidate[], one: Candidate, calls: readonly string[]): void => {
  const known = calls.flatMap((call) => of.get(call) ?? [])[0];
  if (known === undefined) {
    if (calls.length === 0) alone.push(one);
    for (const call of calls) of.set(call, one);
    return;
  }
  known.entries = [...known.entries, ...one.entries];
  known.tokens += one.tokens;
  for (const call of calls) of.set(call, known);
};

/** Asks with all blocks, then without each, and says what that changes. */
export async function ablate(
  prepared: Prepared,
  { candidates, untried }: ReturnType<typeof candidatesIn>,
  n: number,
  many: Many,
): Promise<Ablation> {
  const { edits } = prepared.asked;
  const asks: Ask[] = repeated(await prepared.askWith(edits), n);
  for (const { entries } of candidates) {
    many.cancelled.throwIfAborted();
    // A text that is replaced is left out with its block.
    const replace = edits.replace.filter(({ seq }) => !entries.includes(seq));
    asks.push(...repeated(await prepared.askWith({ ...edits, replace, without: [...edits.without, ...entries] }), n));
  }
  const { answers, spending } = await sendMany(asks, many);
  const decisions = answers.map((answer) => answer?.decision ?? null);
  const { decision, changedIn } = judgeOf(decisions, n);
  const part = (at: number): (Decision | null)[] => decisions.slice(at * n, (at + 1) * n);
  const tried: Ablated[] = [];
  const left: Untried[] = [...untried];
  for (const [at, one] of candidates.entries()) {
    if (isSent(answers.slice((at + 1) * n, (at + 2) * n)))
      tried.push({ ...one, groups: groupsOf(part(at + 1)), changed: changedIn(at + 1) });
    else left.push({ ...untriedOf(one), why: spending.stop.message ?? spending.stop.reason });
  }
  return {
    plan: prepared.plan,
    base: { groups: groupsOf(part(0), prepared.plan.recorded), answers: part(0).filter(Boolean).length, changed: changedIn(0) },
    ...{ decision, tried, untried: left, spending },
  };
}

const repeated = (ask: Ask, n: number): Ask[] => Array.from({ length: n }, () => ask);

const isSent = (answers: readonly (Answer | null)[]): boolean => answers.some((answer) => answer !== null);

/** What most answers with all blocks decided, and how many of a part decided differently. All answers are grouped together, so that one is the same everywhere. Pure. */
export function judgeOf(decisions: readonly (Decision | null)[], n: number) {
  const made = decisions.flatMap((decision, at) => (decision === null ? [] : [{ decision, at }]));
  const numbers = groupNumbers(made.map(({ decision }) => decision));
  const groupAt = new Map(made.map(({ at }, place) => [at, numbers[place] ?? 0]));
  const base = made.filter(({ at }) => at < n);
  const counts = Map.groupBy(base, ({ at }) => groupAt.get(at));
  const [chosen, members] = [...counts].reduce<[number | undefined, typeof base]>(
    (best, one) => (one[1].length > best[1].length ? one : best),
    [undefined, []],
  );
  const changedIn = (part: number): number | null => {
    const own = made.filter(({ at }) => Math.floor(at / n) === part);
    if (own.length === 0 || chosen === undefined) return null;
    return own.filter(({ at }) => groupAt.get(at) !== chosen).length;
  };
  return { decision: members[0]?.decision ?? null, changedIn };
}

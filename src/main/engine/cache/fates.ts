import { figure } from '../../../shared/model/figure.ts';
import type { AnchorRow, CacheFate, StepRow, Usage } from '../../../shared/model/index.ts';
import type { PriceBook } from '../../../shared/model/prices.ts';
import { contextSize } from '../../../shared/model/vocabulary.ts';
import { type Chain, type Cut, explain, type Given, lifetimeOf, needsLook, type Shown } from './explain.ts';

type Used = StepRow & { usage: Usage };

const isUsed = (step: StepRow): step is Used => step.usage !== null && !step.synthetic && !step.borrowed;

/** The step before each on its branch: `before` has it where branches are known; else the order tells, sub-agents in the file apart. */
export function stepsBefore(steps: readonly StepRow[], before: Int32Array | null): (step: StepRow) => StepRow | null {
  const byNumber = new Map(steps.map((step) => [step.step, step]));
  const newest = new Map<string, StepRow>();
  const found = new Map<number, StepRow | null>();
  for (const step of steps) {
    const lane = step.sidechain ? `side ${step.origin}` : 'main';
    const known = before?.[step.step - 1] ?? -1;
    found.set(step.step, known > 0 ? (byNumber.get(known) ?? null) : known === 0 ? null : (newest.get(lane) ?? null));
    newest.set(lane, step);
  }
  return (step) => found.get(step.step) ?? null;
}

/** Steps that a search for the same model goes back at most. */
const FAR = 500;

/** What the cache of each step could have been read from. */
export function givenOf(steps: readonly StepRow[], before: (step: StepRow) => StepRow | null, cuts: readonly Cut[]): Given[] {
  const lifetimes = new Map<number, number | null>();
  const implicit = !steps.some(({ usage }) => (usage?.cacheWrite ?? 0) > 0);
  return steps.filter(isUsed).map((step): Given => {
    let [last, chain]: [StepRow | null, Used | null] = [null, null];
    let at = before(step);
    for (let far = 0; at !== null && chain === null && far < FAR; far++) {
      if (isUsed(at)) {
        last ??= at;
        if (at.model === step.model) chain = at;
      }
      at = before(at);
    }
    const lifetime = chain === null ? null : (lifetimes.get(chain.step) ?? null);
    lifetimes.set(step.step, lifetimeOf(step.model, step.usage, lifetime));
    const link: Chain | null = chain && { step: chain, lifetime, implicit };
    return { step, last, chain: link, cuts };
  });
}

/** Compactions of a tape, in order. */
export function cutsOf(anchors: readonly AnchorRow[]): Cut[] {
  return anchors.flatMap(({ seq, type }) => (type === 'compaction' || type === 'micro-compaction' ? [{ seq, type }] : []));
}

/** Looks at contexts that one answer takes: each costs two contexts. The largest misses come first. */
const MOST_LOOKS = 40;

/** The fates of steps; `look` tells what contexts show, for those that nothing else explains. */
export async function fatesOf(
  given: readonly Given[],
  book: PriceBook,
  look: (step: number, before: number) => Promise<Shown | null>,
): Promise<CacheFate[]> {
  const plain = given.map((one) => explain(one, book, null));
  const open = given.flatMap((one, at) => (needsLook(one) && (plain[at]?.again ?? 0) > 0 ? [at] : []));
  const wanted = open.sort((a, b) => (plain[b]?.again ?? 0) - (plain[a]?.again ?? 0)).slice(0, MOST_LOOKS);
  for (const at of wanted) {
    const [one, fate] = [given[at], plain[at]];
    if (one === undefined || fate === undefined || fate.before === null) continue;
    plain[at] = explain(one, book, await look(fate.step, fate.before));
  }
  return withSaved(plain, given, book);
}

/**
 * What compactions saved: without one, each request up to the next would have been larger by as much as it made the first of them smaller.
 * That much would have been read from the cache.
 */
const withSaved = (fates: readonly CacheFate[], given: readonly Given[], book: PriceBook): CacheFate[] => {
  const upToNext = stepsUpToNext(fates, given);
  return fates.map((fate, at) => {
    const [step, before] = [given[at]?.step, given[at]?.chain?.step];
    if (fate.reason !== 'compacted' || step === undefined || !before?.usage) return fate;
    const tokens = contextSize(before.usage) - contextSize(step.usage);
    if (tokens <= 0) return fate;
    const steps = upToNext[at] ?? 1;
    const rates = book.rates(step.model, step.time, contextSize(step.usage));
    const dollars = rates === null ? null : (tokens * steps * (rates.cacheRead ?? rates.input)) / 1e6;
    const less = `Each request since is ${figure(tokens)} tokens smaller`;
    return { ...fate, saved: { tokens, steps, dollars }, text: `${fate.text} ${less}.` };
  });
};

/** From each step on, how many of its side there are up to the next compaction of that side. */
const stepsUpToNext = (fates: readonly CacheFate[], given: readonly Given[]): Uint32Array => {
  const counts = new Uint32Array(fates.length);
  const after = new Map<boolean | undefined, number>();
  for (let at = fates.length - 1; at >= 0; at -= 1) {
    const side = given[at]?.step.sidechain;
    counts[at] = (after.get(side) ?? 0) + 1;
    after.set(side, fates[at]?.reason === 'compacted' ? 0 : (counts[at] ?? 0));
  }
  return counts;
};

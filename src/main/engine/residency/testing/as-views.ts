import { expect } from 'vitest';
import type { View } from '../../../../shared/model/index.ts';
import { parsePolicy } from '../../../../shared/model/policy.ts';
import { EVIDENCE } from '../../../../shared/model/residency.ts';
import { decideAt, viewOf } from '../../views/assemble.ts';
import type { ImportedTape } from '../../views/testing/imported.ts';
import { createCounter } from '../../views/tokenizer.ts';
import { counted, encodingOf } from '../counts.ts';
import { createHints } from '../hints.ts';
import { loadWhole, type Part } from '../material.ts';
import { startWalk, type WalkOptions } from '../residency.ts';

const OUTSIDE: Readonly<Record<string, string>> = { tool: 'tools', system: 'system' };

/** What a view says of its step, as residency says it: entries with their weights, what else there is, sums. */
const toldBy = ({ blocks, tokens, evidence }: View) => {
  const entries: [number, number][] = [];
  const outside: Record<string, number> = {};
  for (const block of blocks) {
    const { value } = block.tokens;
    const [seq] = block.entries;
    if (seq !== undefined) entries.push([seq, value]);
    else if (value > 0) {
      const what = block.from ? 'other-tapes' : (OUTSIDE[block.kind] ?? 'request');
      outside[what] = (outside[what] ?? 0) + value;
    }
  }
  entries.sort(([a], [b]) => a - b);
  const { base, events, unexplained, estimated, counted: exact } = tokens;
  return { entries, outside, evidence: evidence.state, base, events, unexplained, estimated, counted: exact };
};

/** Holds residency to the view of each of its steps. Answers it, with how many steps each evidence has. */
export async function holdToViews({ store, rim, tape }: ImportedTape, policy: string, options: WalkOptions & Part = {}) {
  const choice = parsePolicy(policy);
  const loaded = loadWhole(store.catalog, tape, choice, options);
  const encoding = encodingOf(loaded);
  const whole = encoding === null ? loaded : { ...loaded, weights: await counted(loaded, encoding, createCounter(), async () => {}) };
  const hints = createHints(store.catalog, null, whole);
  const walk = startWalk(whole, options);
  const held: [number, number][][] = [];
  for (let { step } = walk; step !== null; step = walk.step) {
    walk.next(await hints.of(step));
    held.push([...walk.now()].sort(([a], [b]) => a - b));
  }
  const residency = walk.end();
  const known = (tokens: number | undefined): number | null => (tokens === undefined || Number.isNaN(tokens) ? null : tokens);
  const tally = new Map<string, number>();
  for (const [at, step] of residency.steps.entries()) {
    const view = await viewOf(rim, await decideAt(rim, tape, step, choice), { apart: true });
    const evidence = EVIDENCE[residency.evidence[at] ?? -1] ?? '';
    tally.set(evidence, (tally.get(evidence) ?? 0) + 1);
    const outside = residency.outside.flatMap(({ name, tokens }) => (tokens[at] ? [[name, tokens[at]] as const] : []));
    expect(
      {
        ...{ entries: held[at], outside: Object.fromEntries(outside), evidence },
        ...{ base: known(residency.base[at]), events: known(residency.added[at]), unexplained: known(residency.unexplained[at]) },
        ...{ estimated: residency.estimated[at], counted: residency.counted[at] },
      },
      `${policy} @${step}`,
    ).toEqual(toldBy(view));
  }
  return { residency, evidence: Object.fromEntries(tally) };
}

import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Comparison } from '../../../shared/model/index.ts';
import { bubTape } from '../testing/bub-script.ts';
import { claudeTree } from '../testing/tree.ts';
import { type ImportedTape, importRecords } from '../views/testing/imported.ts';
import { compare } from './compare.ts';
import { mirrored, saidBy } from './testing/mirrored.ts';

/** One request of a line: parallel calls, which of their results are written while the answer still comes, and what hangs next to it. */
interface Request {
  calls: number;
  early: boolean;
  /** The next line of the answer hangs below the last result, as old versions write it. */
  chained: boolean;
  beside: boolean;
  prompt: boolean;
}

const request: fc.Arbitrary<Request> = fc.record({
  calls: fc.nat(3),
  early: fc.boolean(),
  chained: fc.boolean(),
  beside: fc.boolean(),
  prompt: fc.boolean(),
});

/** A session of one line, drawn with the parent of each record. */
const drawn = (requests: readonly Request[]): string => {
  const lines = ['u0 "begin"'];
  let above = 'u0';
  requests.forEach(({ calls, early, chained, beside, prompt }, step) => {
    const results: string[] = [];
    let line = above;
    for (let call = 0; call < Math.max(1, calls); call += 1) {
      const [name, id] = [`a${step}x${call}`, `t${step}x${call}`];
      lines.push(`${name} ${calls === 0 ? '"done"' : `call Read ${id} "file ${id}"`} @${line} <- step m${step}`);
      line = name;
      if (calls > 0) results.push(`r${step}x${call} ${id} "text ${id}" @${name}`);
      if (!early || results.length === 0) continue;
      const result = results.pop() ?? '';
      lines.push(result);
      if (chained) line = result.split(' ')[0] ?? line;
      else above = result.split(' ')[0] ?? above;
    }
    if (chained || calls === 0) above = line;
    for (const result of results) lines.push(result);
    above = results.at(-1)?.split(' ')[0] ?? above;
    if (beside) lines.push(`x${step} attach hook_additional_context "note ${step}" @a${step}x0`);
    if (!prompt) return;
    lines.push(`u${step + 1} "and ${step}" @${above}`);
    above = `u${step + 1}`;
  });
  return lines.join('\n');
};

const between = ({ rim, tape }: ImportedTape, ...steps: readonly number[]): Promise<Comparison> =>
  compare(
    rim,
    steps.map((step) => ({ tape, step, policy: 'as-recorded' as const })),
    [0, 1],
  );

/** Every pair of the tape's steps, both ways round. */
const eachPair = async (imported: ImportedTape, steps: number, look: (there: Comparison, earlier: number, later: number) => void) => {
  for (let later = 2; later <= steps; later += 1)
    for (let earlier = 1; earlier < later; earlier += 1) {
      const there = await between(imported, earlier, later);
      expect(mirrored(await between(imported, later, earlier))).toEqual(saidBy(there));
      look(there, earlier, later);
    }
};

it('calls no step of a line different from a later one, whenever the results of its parallel calls were written', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 2, maxLength: 4 }), async (requests) => {
      const imported = importRecords(claudeTree(drawn(requests)));
      try {
        await eachPair(imported, requests.length, ({ pair, sides, fork }, earlier) => {
          expect(pair.prefix).toMatchObject({ sameIds: true, sameText: true, hermetic: true, differences: [] });
          expect(sides[0]?.own.entries).toBe(0);
          expect(fork?.steps).toBe(earlier);
        });
      } finally {
        imported.store.close();
      }
    }),
    { numRuns: 25 },
  );
});

it('counts the prompt of a Bub step to the prefix of both, and says where a request began at a newer anchor', async () => {
  const runs = fc.array(fc.record({ calls: fc.nat(2), handoff: fc.boolean(), shared: fc.boolean() }), { minLength: 2, maxLength: 5 });
  const script = (drawnRuns: readonly { calls: number; handoff: boolean; shared: boolean }[]): string =>
    drawnRuns
      .map(({ calls, handoff, shared }, at) => {
        const run = shared ? 'r' : `r${at}`;
        const made = Array.from({ length: calls }, (_, call) => `bash c${at}x${call}`).join(' ');
        const results = Array.from({ length: calls }, (_, call) => `"out ${at} ${call}"`).join(' ');
        return [
          'event loop.step.start {"step":1}',
          ...(handoff ? [`handoff phase-${at} {"summary":"so far"}`] : []),
          `system "You are Bub." <- run ${run}`,
          `user "go ${at}" <- run ${run}`,
          ...(calls > 0 ? [`call ${made} <- run ${run}`, `result ${results} <- run ${run}`] : [`assistant "done ${at}" <- run ${run}`]),
          `run 100 5 0 <- run ${run}`,
        ].join('\n');
      })
      .join('\n');
  await fc.assert(
    fc.asyncProperty(runs, async (drawnRuns) => {
      const imported = importRecords(
        bubTape(`anchor session/start {"owner":"human"}\n${script(drawnRuns)}`),
        '0b871d5e50e7c192__0b871d5e50e7c192.jsonl',
      );
      try {
        await eachPair(imported, drawnRuns.length, ({ pair, sides }, earlier) => {
          expect(pair.prefix?.sameIds).toBe(true);
          expect(sides[0]?.own.entries).toBe(0);
          const began = drawnRuns[earlier - 1]?.handoff === true;
          expect(pair.prefix?.differences.map(({ what }) => what)).toEqual(began ? ['compaction'] : []);
        });
      } finally {
        imported.store.close();
      }
    }),
    { numRuns: 25 },
  );
});

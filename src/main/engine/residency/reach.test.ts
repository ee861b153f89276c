import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import type { Residency } from '../../../shared/model/index.ts';
import { parsePolicy } from '../../../shared/model/policy.ts';
import type { Catalog } from '../catalog/types.ts';
import { bubTape } from '../testing/bub-script.ts';
import { claudeTree } from '../testing/tree.ts';
import { importRecords } from '../views/testing/imported.ts';
import { residencyOf } from './residency.ts';
import { createResidencyService } from './service.ts';

const WATCH = { signal: new AbortController().signal, progress: () => {} };

/** Entry and step of each pair in which the entry was in context, but for the entries that nobody asked about. */
const pairsOf = (residencies: readonly Residency[], seqs: readonly number[]): string[] => {
  const pairs = new Set<string>();
  for (const { seq, from, to, steps, tokens } of residencies)
    for (const [at, one] of seq.entries())
      if (seqs.includes(one))
        for (let index = from[at] ?? 0; index <= (to[at] ?? 0); index += 1) pairs.add(`${one} in ${steps[index]} weighs ${tokens[at]}`);
  return [...pairs].sort();
};

/** All that is known of a tape: its newest line, then each branch next to it. */
const everything = (catalog: Catalog, tape: string, policy: string): Residency[] => {
  const line = residencyOf(catalog, tape, parsePolicy(policy));
  const branches = [...new Set(line.otherBranches.map(({ branch }) => branch))];
  return [line, ...branches.map((branch) => residencyOf(catalog, tape, parsePolicy(policy), { branch }))];
};

/** A session in which somebody goes back, compacts, keeps an entry, or hangs on what was never written. */
const drawingOf = (happened: readonly (readonly [string, number])[]): string => {
  const names = ['u0'];
  const lines = ['u0 "begin"'];
  for (const [at, [what, back]] of happened.entries()) {
    const tip = names[Math.max(0, names.length - 1 - (back > 6 ? back - 5 : 0))] ?? 'u0';
    const name = `${what === 'k' ? 'b' : what === 'g' ? 'u' : what}${at + 1}`;
    if (what === 'a') lines.push(`${name} "answer" @${tip} <- step m${at} usage ${1000 + 40 * at} 20 0 0`);
    else if (what === 'b') lines.push(`${name} boundary auto 9 @${tip}`, `c${at} summary "so far" @${name}`);
    else if (what === 'k')
      lines.push(`${name} boundary auto 9 keep ${tip}..${tip} behind c${at} @${tip}`, `c${at} summary "so far" @${name}`);
    else lines.push(`${name} "prompt" @${what === 'g' ? 'gone' : tip}`);
    names.push(what === 'b' ? `c${at}` : what === 'k' ? tip : name);
  }
  return lines.join('\n');
};

const BRANCHED = [...'ukb']
  .map((what): [string, number] => [what, 0])
  .concat(
    [['u', 7]],
    [...'uuakkuu'].map((what): [string, number] => [what, 0]),
  );

it('has all contexts that an entry was in, on every branch, whatever chains lead through', async () => {
  const what = fc.constantFrom('u', 'a', 'a', 'a', 'b', 'k', 'g');
  let found = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(what, fc.nat(9)), { minLength: 3, maxLength: 16 }),
      fc.constantFrom('as-recorded', 'last-anchor', 'full', 'compact:50'),
      async (happened, policy) => {
        const { store, tape } = importRecords(claudeTree(drawingOf(happened)));
        const known = everything(store.catalog, tape, policy);
        const service = createResidencyService(store.catalog);
        for (let seq = 1; seq <= store.catalog.tape(tape).entries; seq++) {
          const asked = [seq, ((seq * 7) % 16) + 1];
          const { parts, steps } = await service.holding({ tape, policy }, asked, WATCH);
          const pairs = pairsOf(parts, asked);
          expect(pairs).toEqual(pairsOf(known, asked));
          expect(steps).toEqual([...new Set(known.flatMap((one) => [...one.steps]))].sort((a, b) => a - b));
          found += pairs.length;
        }
        store.close();
      },
    ),
    {
      numRuns: 25,
      // An older compaction kept the entry that a branch continues from, and the one right before the branch did not.
      examples: [[BRANCHED, 'as-recorded']],
    },
  );
  expect(found).toBeGreaterThan(200);
});

it('has all contexts that an entry of a list was in', async () => {
  const turn = (at: number): string => `user "ask ${at}" <- run r${at}\nassistant "answer ${at}" <- run r${at}`;
  const phases = Array.from({ length: 4 }, (_, at) => `anchor p${at} {"owner":"human"}\n${turn(2 * at)}\n${turn(2 * at + 1)}`);
  const { store, tape } = importRecords(bubTape(phases.join('\n')), 'x__y.jsonl');
  onTestFinished(() => store.close());
  for (const policy of ['as-recorded', 'last-anchor', 'full', 'compact:50', 'last-anchor + pin:#2']) {
    const known = [await createResidencyService(store.catalog).answer({ tape, policy, by: 'entry' }, WATCH)];
    for (let seq = 1; seq <= store.catalog.tape(tape).entries; seq++) {
      const { parts } = await createResidencyService(store.catalog).holding({ tape, policy }, [seq], WATCH);
      expect(pairsOf(parts, [seq])).toEqual(pairsOf(known, [seq]));
    }
  }
});

it('reads what may hold an entry, however long the tape is before and after it', async () => {
  const readOf = async (phases: number): Promise<number> => {
    const drawing = Array.from({ length: phases }, (_, at) => {
      const cut = at === 0 ? '' : `b${at} boundary auto 9 > c${at} summary "so far" > `;
      return `${cut}u${at} "go" > a${at} call Read t${at} <- step m${at} > r${at} t${at} "text" > aa${at} "done" <- step n${at}`;
    }).join(' > ');
    const { store, tape } = importRecords(claudeTree(drawing));
    onTestFinished(() => store.close());
    let rows = 0;
    const catalog: Catalog = {
      ...store.catalog,
      entries: (...asked) => {
        const answer = store.catalog.entries(...asked);
        rows += answer.length;
        return answer;
      },
    };
    const { parts } = await createResidencyService(catalog).holding({ tape, policy: 'as-recorded' }, [12], WATCH);
    expect(parts.map(({ steps }) => [...steps])).toEqual([[5, 6]]);
    return rows;
  };
  expect(await readOf(40)).toBe(await readOf(4));
});

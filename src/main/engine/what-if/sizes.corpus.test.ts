import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sharesOf } from '../../../shared/model/composition.ts';
import { weighParts } from '../../../shared/model/part-weights.ts';
import { priceBook } from '../../../shared/model/prices.ts';
import { partsOf } from '../../../shared/model/sent-parts.ts';
import { sizeOf } from '../../../shared/model/size.ts';
import { contract } from '../../../shared/rpc/contract.ts';
import { createPriceTable } from '../prices/table.ts';
import { tempFolder } from '../testing/files.ts';
import { sentOf } from '../views/methods.ts';
import { type ImportedTape, importFile } from '../views/testing/imported.ts';
import { bodyIn } from './known.ts';
import { prepare } from './plan.ts';

const corpus = process.env.TAPESCOPE_CORPUS ?? '';
const files = (pattern: string, every = 1): string[] =>
  corpus === ''
    ? []
    : globSync(pattern, { cwd: corpus })
        .sort()
        .filter((_, at) => at % every === 0);

const SESSIONS = [
  ...files('claude-code/*.jsonl', 12),
  ...files('cleared/*.jsonl', 2),
  ...files('lab/claude-code/2.1.330-{compact,context}-a/transcripts/**/*.jsonl'),
  ...files('codex/*.jsonl', 6),
  ...files('bub/*.jsonl', 4),
  ...files('pi/*.jsonl', 4),
];
/** Steps of a session that are looked at, evenly over it. */
const MOST = 12;

/** What Context, Request and What if say of a step. */
const sizesAt = async ({ rim, tape, view }: ImportedTape, step: number) => {
  const context = await view(step);
  const body = bodyIn(await sentOf(rim, tape, { step }, { type: 'as-recorded' }));
  const parts = partsOf(body);
  const weights = weighParts(parts, context, { whole: context.evidence.state === 'recorded' });
  const shares = sharesOf(parts, weights, null);
  const means = { env: { ANTHROPIC_API_KEY: 'k' }, prices: priceBook(createPriceTable(tempFolder())()) };
  const input = contract['whatIf.plan'].input.parse({ tape, step, model: 'anthropic:claude-opus-4-5' });
  const plan = await prepare(rim, input, means).then(
    (ready) => ready.plan,
    (failure: unknown) => {
      if (failure instanceof Error && failure.message.startsWith('Nothing is left')) return null;
      throw failure;
    },
  );
  return { context, weights, shares, plan };
};

describe.skipIf(corpus === '')('the size of a step (TAPESCOPE_CORPUS)', () => {
  it.each(SESSIONS)('is one figure in Context, Request and What if: %s', async (file) => {
    const imported = importFile(join(corpus, file));
    const { steps } = imported.store.catalog.tape(imported.tape);
    const every = Math.max(1, Math.floor(steps / MOST));
    for (let step = 1; step <= steps; step += every) {
      const { context, weights, shares, plan } = await sizesAt(imported, step);
      const size = sizeOf(context);
      const of = weights.of.reduce((sum, { value }) => sum + value, 0) + weights.absent.reduce((sum, { tokens }) => sum + tokens, 0);
      expect([step, of], file).toEqual([step, size.value]);
      expect(shares.reduce((sum, { tokens }) => sum + tokens.value, 0)).toBe(size.value);
      if (plan !== null) {
        expect(plan.tokens.whole).toEqual({ unedited: size, edited: size });
        expect(plan.tokens.unedited).toMatchObject({ counted: context.tokens.counted, estimated: context.tokens.estimated });
      }
    }
    imported.store.close();
  });
});

import { z } from 'zod';
import type { Block, TapeRow, View } from '../../shared/model/index.ts';
import type { Place } from '../../shared/model/place.ts';
import { placeName, placeOf } from '../../shared/model/place.ts';
import { Proof } from '../../shared/model/proof.ts';
import { TokenCount } from '../../shared/model/view.ts';
import { TapeError } from '../../shared/rpc/tape-error.ts';
import { proven } from '../cli/captured.ts';
import { blockBeginnings } from '../cli/previews.ts';
import { fitted, idOf, line, next, paging, sentences, stretch } from './answer.ts';
import { Asked, asking, ofSession } from './asking.ts';
import type { Calling } from './host.ts';
import { defineTool } from './tool.ts';

const look = {
  ...ofSession,
  order: z.enum(['heaviest', 'reading']).default('heaviest').describe('Which blocks come first.'),
  ...paging,
};

const Item = z.object({
  id: z.string().nullable().describe('Its entry, for entry_read; null for a part that only the request has.'),
  role: z.string(),
  what: z.string(),
  tokens: TokenCount,
  begins: z.string(),
  why: z.string().optional(),
  cleared: z.literal(true).optional().describe('Only a placeholder of it is sent.'),
});

const Context = z.object({
  asked: Asked,
  request: z.string().describe('Which request it is the context of.'),
  evidence: z.object({ ...Proof.pick({ state: true, source: true }).shape, rule: z.string() }),
  model: z.string().nullable(),
  tokens: z.object({
    size: z.number().nullable().describe('Of the whole request, with system prompt and tools.'),
    basis: z.enum(['recorded', 'estimated', 'unknown']),
    limit: z.number().nullable(),
    base: z.number().nullable().describe('System prompt, tools and whatever else no entry holds.'),
  }),
  parts: z
    .array(z.object({ what: z.string(), blocks: z.number().int(), tokens: z.number() }))
    .describe('Blocks by role, the heaviest first.'),
  left_out: z.array(z.object({ reason: z.string(), entries: z.number().int(), note: z.string() })),
  not_in_the_log: z.array(z.string()).describe('What is sent with each request and no entry holds.'),
  warnings: z.array(z.string()),
  items: z.array(Item),
  next,
});

const sizeOf = ({ tokens, expected }: View): { size: number | null; basis: 'recorded' | 'estimated' | 'unknown' } => {
  if (expected) return { size: expected.tokens, basis: 'estimated' };
  return tokens.recorded === null ? { size: null, basis: 'unknown' } : { size: tokens.recorded, basis: 'recorded' };
};

const partsOf = (blocks: readonly Block[]) =>
  [...Map.groupBy(blocks, ({ role }) => role)]
    .map(([what, all]) => ({ what, blocks: all.length, tokens: all.reduce((sum, { tokens }) => sum + tokens.value, 0) }))
    .sort((a, b) => b.tokens - a.tokens);

const leftOut = ({ omissions }: View) =>
  [...Map.groupBy(omissions, ({ reason }) => reason)].map(([reason, all]) => ({
    reason,
    entries: all.reduce((sum, { count }) => sum + count, 0),
    note: line(all[0]?.note ?? ''),
  }));

const itemsOf = async ({ session }: Calling, tape: string, blocks: readonly Block[]): Promise<z.output<typeof Item>[]> => {
  const { begins } = await blockBeginnings(session, tape, blocks, 200);
  return blocks.map((block) => {
    const [seq] = block.entries;
    return {
      id: block.from ? `${block.from.tape}#${block.from.entry}` : seq === undefined ? null : idOf(seq),
      role: block.role,
      what: line(block.label || block.kind, 60),
      tokens: block.tokens,
      begins: line(begins(block)),
      ...(block.why !== undefined && { why: line(block.why) }),
      ...(block.cleared && { cleared: true as const }),
    };
  });
};

/** The context of one request, as much of it as there is room for. */
const contextOf = async (
  calling: Calling,
  { row, asked }: { row: TapeRow; asked: z.output<typeof Asked> },
  place: Place,
  given: { order: 'heaviest' | 'reading'; max_tokens: number; cursor?: string | undefined },
): Promise<z.output<typeof Context>> => {
  const view = await calling.session.call('views.assemble', { tape: row.id, ...place, policy: 'as-recorded' });
  const blocks = given.order === 'reading' ? view.blocks : view.blocks.toSorted((a, b) => b.tokens.value - a.tokens.value);
  const { state, source } = await proven(calling.session, view);
  const head = {
    ...{ asked, request: placeName(placeOf(view)), evidence: { state, source, rule: view.evidence.rule }, model: view.model },
    tokens: { ...sizeOf(view), limit: view.limit, base: view.tokens.base },
    ...{ parts: partsOf(view.blocks), left_out: leftOut(view) },
    not_in_the_log: sentences(view.lacking.map(({ note }) => note)),
    warnings: sentences(view.warnings),
  };
  return fitted(head, await itemsOf(calling, row.id, stretch(blocks, given)), blocks.length, given);
};

export const contextNow = defineTool({
  name: 'context_now',
  title: 'What is in my context now',
  description:
    'Shows what the next request of a session will hold: its size, what it is made of, and each block with the id of its entry. Use it to see what fills the context, or whether something is still in it. Only a placeholder is sent of a block that is "cleared".',
  input: z.object(look),
  output: Context,
  run: async ({ session, ...given }, calling) => contextOf(calling, await asking(calling, session), { next: true }, given),
});

const placeIn = ({ step, after }: { step?: number | undefined; after?: number | undefined }, row: TapeRow): Place => {
  if ((step === undefined) === (after === undefined)) throw new TapeError('bad-input', 'Give either step or after.');
  if (after !== undefined) return { after };
  const place = (step ?? 0) < 0 ? row.steps + 1 + (step ?? 0) : (step ?? 0);
  if (place >= 1 && place <= row.steps) return { step: place };
  throw new TapeError('not-found', `There is no step ${step}: this session has ${row.steps}.`);
};

export const contextAt = defineTool({
  name: 'context_at',
  title: 'What was in context at a step',
  description:
    'Shows what one request of a session held: of a step that was made, or of the request that would follow an entry. Each block has the id of its entry.',
  input: z.object({
    step: z.number().int().optional().describe('1 and up, or -1 and down from the newest.'),
    after: z.number().int().min(1).optional().describe('The number of an entry.'),
    ...look,
  }),
  output: Context,
  run: async ({ session, step, after, ...given }, calling) => {
    const found = await asking(calling, session);
    return contextOf(calling, found, placeIn({ step, after }, found.row), given);
  },
});

import { z } from 'zod';
import { COSTS } from './listing.ts';

export const CostBy = z.enum(COSTS);

/**
 * What some requests used and cost. `key` is the day, the path of the project, the model, the id of the format or of the tape, or the number of the
 * step, after the id of its tape where several were named.
 */
export const CostItem = z.object({
  key: z.string(),
  name: z.string(),
  /** For a session or a step: its tape. */
  tape: z.string().nullable(),
  /** The session that it is counted below: that which started a sub-agent, or of which requests were captured that are none of its steps. */
  parent: z.string().nullable(),
  relation: z.enum(['sub-agent', 'capture']).nullable(),
  /** Why captured requests that name no session are counted below it, or with which ones they may be. */
  inferred: z.string().optional(),
  steps: z.number(),
  input: z.number(),
  output: z.number(),
  cacheRead: z.number(),
  cacheWrite: z.number(),
  /** What of `cacheWrite` is kept for an hour. */
  cacheWriteHour: z.number(),
  /** `recorded` and `computed` together; null where nothing is known. */
  cost: z.number().nullable(),
  currency: z.string(),
  /** All of its tokens have a price. */
  priced: z.boolean(),
  /** What the logs record, and what the list of prices makes of the rest. */
  recorded: z.number(),
  computed: z.number(),
  /** Steps with tokens that have no price, and the models of these. */
  unpriced: z.number(),
  unpricedModels: z.array(z.string()),
});
export type CostItem = z.infer<typeof CostItem>;

/** Which list of prices was used: its day, the user's own file and what is wrong with that. */
export const PricesUsed = z.object({
  date: z.string(),
  currency: z.string(),
  own: z.object({ file: z.string(), date: z.string(), models: z.array(z.string()).readonly() }).nullable(),
  problem: z.string().nullable(),
});
export type PricesUsed = z.infer<typeof PricesUsed>;

const rates = {
  input: z.number(),
  output: z.number(),
  cacheRead: z.number().optional(),
  cacheWrite5m: z.number().optional(),
  cacheWrite1h: z.number().optional(),
};

/** The list of prices that holds, as shared/model/prices.ts has it. */
export const Prices = PricesUsed.extend({
  sources: z.record(
    z.string(),
    z.object({ provider: z.string(), url: z.string(), also: z.string().optional(), taken: z.string(), asOf: z.string() }),
  ),
  models: z
    .array(
      z.object({
        names: z.array(z.string()).readonly(),
        source: z.string(),
        prices: z
          .array(
            z.object({
              ...rates,
              from: z.string().optional(),
              until: z.string().optional(),
              above: z.object({ ...rates, tokens: z.number() }).optional(),
            }),
          )
          .readonly(),
      }),
    )
    .readonly(),
});

export const Costs = z.object({ items: z.array(CostItem), total: CostItem, prices: PricesUsed });
export type Costs = z.infer<typeof Costs>;

// The shapes that scripts rely on, written down a second time: a change of the contract must not change them unnoticed.
import { z } from 'zod';

const count = z.number().int().min(0);
const time = z.iso.datetime().nullable();
const usage = z.object({ input: count, output: count, cacheRead: count, cacheWrite: count });

export const ImportAnswer = z.object({
  items: z.array(
    z.object({
      file: z.string(),
      format: z.string(),
      bytes: count,
      waiting: count,
      lines: z.object({ total: count, withEntries: count, blank: count, unreadable: count, repaired: count }),
      entries: count,
      unknownTypes: z.record(z.string(), count),
      tape: z.string(),
    }),
  ),
  refused: z.array(z.object({ path: z.string(), reason: z.string() })),
});

export const ListAnswer = z.object({
  items: z.array(
    z.object({ tape: z.string(), file: z.string(), title: z.string(), entries: count, steps: count, started: time, ended: time, usage }),
  ),
});

export const StatsAnswer = z.object({
  lines: count,
  entries: count,
  entriesByKind: z.record(z.string(), count),
  nodes: count,
  roots: count,
  leaves: count,
  branchPoints: z.object({
    total: count,
    rewind: count,
    parallelTools: count,
    progress: count,
    synthetic: count,
    twoWriters: count,
    compaction: count,
    copiedPrefix: count,
    other: count,
  }),
  toolCalls: count,
  toolResults: count,
  callsWithoutResult: count,
  resultsWithoutCall: count,
  danglingParents: count,
  steps: count,
  usage,
});

export const StepsAnswer = z.object({
  items: z.array(z.object({ step: count, entry: count, line: count, model: z.string().nullable(), time, usage: usage.nullable() })),
});

const tokens = z.object({ value: z.number(), basis: z.enum(['recorded', 'counted', 'estimated']) });

export const ViewAnswer = z.object({
  tape: z.string(),
  step: count,
  policy: z.string(),
  blocks: z.array(z.object({ role: z.string(), kind: z.string(), entries: z.array(count).min(1), tokens })),
  omissions: z.array(z.object({ entries: z.array(z.tuple([count, count])).min(1), count, reason: z.string() })),
  tokens: z.object({ recorded: z.number().nullable(), counted: z.number(), estimated: z.number(), unaccounted: z.number().nullable() }),
  warnings: z.array(z.string()),
});

export const MessagesAnswer = z.object({ messages: z.array(z.record(z.string(), z.unknown())) });

export const SearchAnswer = z.object({
  items: z.array(
    z.object({ tape: z.string(), entry: count, kind: z.string(), time, snippet: z.string(), matches: z.array(z.tuple([count, count])) }),
  ),
  total: z.number().nullable(),
});

export const ErrorAnswer = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

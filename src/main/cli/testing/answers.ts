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

const deeds = z.object({ fork: z.boolean(), dropSpan: z.boolean(), compact: z.boolean(), check: z.boolean() });

export const FormatsAnswer = z.object({
  items: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      versions: z.array(z.string()),
      containers: z.array(z.enum(['jsonl', 'jsonl.zst', 'json', 'sqlite', 'folder', 'zip', 'yaml'])),
      evidence: z.enum(['recorded', 'derived', 'inferred', 'unknown']),
      rule: z.object({ text: z.string(), source: z.string() }),
      agreement: z.object({ files: count, steps: count, within500: count, within2000: count, above: count }),
      can: deeds,
      roots: z.array(
        z.object({ id: z.string(), name: z.string(), path: z.string(), usual: z.string(), on: z.boolean(), found: z.boolean() }),
      ),
    }),
  ),
});

const proof = z.object({ verified: count, differs: count }).optional();

export const ListAnswer = z.object({
  items: z.array(
    z.object({
      tape: z.string(),
      file: z.string(),
      title: z.string(),
      entries: count,
      steps: count,
      started: time,
      ended: time,
      usage,
      proof,
    }),
  ),
});

export const RunsAnswer = z.object({
  items: z.array(
    z.strictObject({
      ...{ name: z.string(), folder: z.string(), at: z.iso.datetime(), agent: z.string().nullable(), program: z.string() },
      ...{ way: z.enum(['relay', 'own']), requests: count, sent: count, kept: count },
    }),
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
  countedElsewhere: count,
});

const tokens = z.object({ value: z.number(), basis: z.enum(['recorded', 'counted', 'estimated']) });

const nullable = z.number().nullable();

const Evidence = z.object({
  state: z.enum(['recorded', 'verified', 'differs', 'derived', 'inferred', 'unknown']),
  ...{ rule: z.string(), source: z.string().nullable() },
  ...{ equal: nullable, differs: nullable, onlySent: nullable, onlyDerived: nullable },
});

export const RequestAnswer = z.strictObject({ request: z.unknown(), response: z.unknown(), capturedBy: z.string() });

const agreed = z.strictObject({ equal: count, differs: count, onlySent: count, onlyDerived: count });

export const VerdictsAnswer = z.strictObject({
  items: z.array(
    z.strictObject({
      ...{ agent: z.string(), version: z.string().nullable(), steps: count, verified: count, differs: count },
      byKind: z.record(z.string(), agreed),
    }),
  ),
});

export const ViewAnswer = z.object({
  tape: z.string(),
  evidence: Evidence,
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

const id = z.number().int().min(1);
const record = z.record(z.string(), z.unknown());

/** What `tape log`, `search` and `show` hold of an entry. */
const entry = z.object({
  id,
  kind: z.string(),
  at: z.iso.datetime(),
  anchor: z.string(),
  payload: z.unknown(),
  meta: record,
  corrects: id.optional(),
});

export const LogAnswer = z.object({ items: z.array(entry) });
export const SessionsAnswer = z.object({ items: z.array(entry.extend({ session: z.string() })) });
export const HitsAnswer = z.object({
  items: z.array(entry.extend({ snippet: z.string(), matches: z.array(z.tuple([count, count])) })),
});

export const AnchorsAnswer = z.object({
  items: z.array(z.object({ seq: id, name: z.string(), id, at: z.iso.datetime(), state: record, entries: count })),
});
export const ShowAnswer = LogAnswer.extend({ anchor: AnchorsAnswer.shape.items.element });

export const AppendAnswer = z.object({ ids: z.array(id), notes: z.array(z.string()) });

export const InfoAnswer = z.object({
  workspace: z.string(),
  root: z.string(),
  session: z.string(),
  fork: z.string().nullable(),
  entries: count,
  anchors: count,
  lastAnchor: z.object({ seq: id, name: z.string(), id, at: z.iso.datetime() }).nullable(),
  entriesSince: count,
  forks: count,
  bytes: count,
  tokens,
});

export const InitAnswer = z.object({ workspace: z.string(), root: z.string(), session: z.string(), created: z.boolean() });

const fork = z.object({
  name: z.string(),
  start: count,
  at: z.iso.datetime(),
  who: z.string(),
  note: z.string().nullable(),
  prefix: z.string().regex(/^[0-9a-f]{64}$/),
  entries: count,
  state: z.enum(['open', 'merged']),
  merged: id.nullable(),
});
export const ForkAnswer = fork;
export const ForksAnswer = z.object({ items: z.array(fork) });

const verdict = z.object({ gate: z.string(), verdict: z.enum(['survives', 'refuted']), exit: z.number().nullable(), output: z.string() });
export const PreviewAnswer = z.object({
  order: z.array(z.object({ from: z.string(), id, newId: id, mark: z.string().nullable() })),
  duplicates: z.array(z.object({ from: z.string(), id, of: z.object({ from: z.string().nullable(), id }), by: z.string() })),
  conflicts: z.array(z.object({ type: z.string(), key: z.string(), sentence: z.string() })),
  verdict: verdict.nullable(),
});
export const MergeAnswer = z.object({ event: id, ids: z.array(id), duplicates: count, conflicts: count, verdict: verdict.nullable() });

export const VerifyAnswer = z.object({
  ok: z.boolean(),
  tapes: count,
  entries: count,
  problems: z.array(z.object({ file: z.string().nullable(), line: z.number().nullable(), sentence: z.string() })),
});
export const ReindexAnswer = z.object({ tapes: count, entries: count, notes: z.array(z.string()) });
export const ResetAnswer = z.object({ archive: z.string().nullable() });

export const ErrorAnswer = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

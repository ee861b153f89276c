import { bisect } from '../../../../shared/model/bisect.ts';
import type { EntryRow, StepRow } from '../../../../shared/model/index.ts';
import { type Edit, grow } from './growth.ts';
import { type Growth, startGrowth } from './growth-state.ts';
import type { Habits } from './habits.ts';
import type { Material } from './selection.ts';
import { writerAt } from './writers.ts';

/**
 * What the requests on a chain recorded about the entries between them. `path` is the chain, `sent` all that the agent had to send of
 * it and next to it; `habits`: those of the agent; `edits`: what the log puts in the place of entries, and where. Costs what is in context.
 */
export function growthOn(
  material: Material,
  habits: Habits,
  path: readonly number[],
  sent: readonly EntryRow[],
  start: number,
  edits: readonly (Edit & { at: number })[] = [],
): Growth {
  const requests = [...requestsOn(material, path, start), material.step];
  const cameTo = requests.map((): EntryRow[] => []);
  for (const row of sent) cameTo[firstAfter(requests, row.seq)]?.push(row);
  const clearedCalls = requests.map((): string[] => []);
  for (const { type, seq, compaction } of material.anchors)
    if (type === 'micro-compaction') clearedCalls[firstAfter(requests, seq)]?.push(...(compaction?.clearedCalls ?? []));
  const edited = requests.map((): Edit[] => []);
  for (const edit of edits) edited[firstAfter(requests, edit.at)]?.push(edit);
  const growth = startGrowth();
  const { writers = [] } = material;
  const outputOf = (step: number): number | null => material.steps.get(step)?.usage?.output ?? null;
  for (const [at, request] of requests.entries()) {
    const rows = cameTo[at]?.sort((a, b) => a.seq - b.seq) ?? [];
    const came = { request, rows, clearedCalls: clearedCalls[at] ?? [], edits: edited[at] ?? [], outputOf, habits };
    grow(growth, { ...came, writer: writerAt(writers, request.first) });
  }
  return growth;
}

/** Requests that were answered on the chain, the oldest first. */
const requestsOn = ({ rows, steps, step }: Material, path: readonly number[], start: number): StepRow[] => {
  const found = new Set<StepRow>();
  for (const seq of path) {
    const row = rows.get(seq);
    const answered = row?.role === 'assistant' && row.step !== null && row.step !== step.step ? steps.get(row.step) : undefined;
    if (answered && answered.first > start && answered.first < step.first && !answered.synthetic) found.add(answered);
  }
  return [...found].sort((a, b) => a.first - b.first);
};

/** The first request after an entry, or else the last one. Found by halving; they are in order. */
export function firstAfter(requests: readonly { first: number }[], seq: number): number {
  return bisect(0, requests.length - 1, (at) => (requests[at]?.first ?? 0) > seq);
}

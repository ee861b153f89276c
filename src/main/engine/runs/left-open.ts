import type { AppendInput, NativeEntry } from '../../../shared/model/native.ts';
import { asNumber, asObject, asString } from '../formats/json.ts';
import { native } from '../formats/native/format.ts';
import type { Json } from '../formats/values.ts';
import { endEvents, type Result, resultsEntry } from './entries.ts';

/** What a run that was killed left on a tape. */
export interface LeftOpen {
  /** The entry that began the run. */
  began: number;
  /** The process that wrote it; null where it does not say. */
  pid: number | null;
  calls: { entry: number; id: string; name: string }[];
  /** How many runs within it did not end either. */
  within: number;
}

/**
 * Looks through the entries of the current phase. Null where no run was left. Calls of others are not among it: whoever made them may answer
 * them yet. Pure.
 */
export function leftOpen(entries: readonly NativeEntry[]): LeftOpen | null {
  // A run within a run begins and ends before that one does.
  const begun: Pick<LeftOpen, 'began' | 'pid'>[] = [];
  const requests = new Set<unknown>();
  let open: (LeftOpen['calls'][number] & { run: unknown })[] = [];
  for (const entry of entries) {
    const data = entry.kind === 'event' ? asObject(entry.payload as Json) : null;
    const of = asObject(data?.data);
    if (data?.name === 'loop.start') begun.push({ began: entry.id, pid: asNumber(of?.pid) });
    if (data?.name === 'loop.step.start') requests.add(entry.meta.run_id);
    if (data?.name === 'loop.result') begun.pop();
    const { calls, results, positional = 0 } = native.read(entry as unknown as Json);
    open.push(...calls.map(({ id, name }) => ({ entry: entry.id, id: asString(id) ?? '', name, run: entry.meta.run_id })));
    open.splice(0, positional);
    open = open.filter(({ id }) => id === '' || !results.includes(id));
  }
  const [left] = begun;
  if (left === undefined) return null;
  const mine = open.filter(({ entry, run }) => entry > left.began && run !== undefined && requests.has(run));
  return { ...left, calls: mine.map(({ run: _, ...call }) => call), within: begun.length - 1 };
}

const UNKNOWN: Result = { failed: 'The run ended before this call was answered. Whether it had an effect is not known.' };

/** One sentence for people, and the model's next request. */
export function leftWords({ began, calls }: LeftOpen): string {
  const run = `The run that began at entry ${began}`;
  if (calls.length === 0) return `${run} did not end.`;
  const names = calls.map(({ name, entry }) => `${name} of entry ${entry}`).join(', ');
  return `${run} did not end, and left ${calls.length === 1 ? 'a call' : `${calls.length} calls`} without a result: ${names}.`;
}

/** What closes it: each open call has a result that says that nothing is known, and the run has an end. */
export function closing(left: LeftOpen): AppendInput[] {
  const { calls } = left;
  return [
    ...(calls.length === 0
      ? []
      : [
          resultsEntry(
            calls,
            calls.map(() => UNKNOWN),
          ),
        ]),
    ...Array.from({ length: left.within + 1 }, () => endEvents(0, { reason: 'left-open', message: leftWords(left) }, 0)).flat(),
  ];
}

import type { AppendInput, NativeEntry } from '../../../shared/model/native.ts';
import { asNumber, asObject, asString } from '../formats/json.ts';
import { native } from '../formats/native/format.ts';
import type { Json } from '../formats/values.ts';
import { endEvents, type Result, resultsEntry } from './entries.ts';

/** What a run that was killed left on a tape. */
export interface LeftOpen {
  /** The entry that began the run; null where only calls are open. */
  began: number | null;
  /** The process that wrote it; null where it does not say. */
  pid: number | null;
  calls: { entry: number; id: string; name: string }[];
}

/** Looks through the entries of the current phase. Null where nothing was left. Pure. */
export function leftOpen(entries: readonly NativeEntry[]): LeftOpen | null {
  const left: LeftOpen = { began: null, pid: null, calls: [] };
  for (const entry of entries) {
    const data = entry.kind === 'event' ? asObject(entry.payload as Json) : null;
    const of = asObject(data?.data);
    if (data?.name === 'loop.start') Object.assign(left, { began: entry.id, pid: asNumber(of?.pid) });
    if (data?.name === 'loop.result') Object.assign(left, { began: null, pid: null });
    const { calls, results, positional = 0 } = native.read(entry as unknown as Json);
    left.calls.push(...calls.map(({ id, name }) => ({ entry: entry.id, id: asString(id) ?? '', name })));
    left.calls.splice(0, positional);
    left.calls = left.calls.filter(({ id }) => id === '' || !results.includes(id));
  }
  return left.began === null && left.calls.length === 0 ? null : left;
}

const UNKNOWN: Result = { failed: 'The run ended before this call was answered. Whether it had an effect is not known.' };

/** One sentence for people, and the model's next request. */
export function leftWords({ began, calls }: LeftOpen): string {
  const run = began === null ? 'An earlier run' : `The run that began at entry ${began}`;
  if (calls.length === 0) return `${run} did not end.`;
  const names = calls.map(({ name, entry }) => `${name} of entry ${entry}`).join(', ');
  return `${run} did not end, and left ${calls.length === 1 ? 'a call' : `${calls.length} calls`} without a result: ${names}.`;
}

/** What closes it: each open call has a result that says that nothing is known, and the run has an end. */
export function closing(left: LeftOpen): AppendInput[] {
  const { calls, began } = left;
  return [
    ...(calls.length === 0
      ? []
      : [
          resultsEntry(
            calls,
            calls.map(() => UNKNOWN),
          ),
        ]),
    ...(began === null ? [] : endEvents(0, { reason: 'left-open', message: leftWords(left) }, 0)),
  ];
}

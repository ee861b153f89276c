import { exchangeIn } from '../captured/exchange.ts';
import { asideOf, bodyOf, snapshotOf } from '../captured/request.ts';
import type { Format, Sample } from '../format.ts';
import { asString, isObject } from '../json.ts';
import { share } from '../share.ts';
import { snapshotFormat } from '../snapshots/format.ts';
import { asideEntry, type Entry, entriesOf } from '../snapshots/snapshot.ts';
import type { JsonObject } from '../values.ts';

/** Requests as they were sent, whoever captured them, one record for each with its answer. */
export const wirelog = {
  ...{ id: 'wirelog', name: 'Captured requests', detect, locate: () => ({}) },
  ...snapshotFormat(entriesIn),
} as const satisfies Format;

function entriesIn(record: JsonObject): Entry[] {
  const exchange = exchangeIn(record);
  if (exchange === null) return [asideEntry(strange(record))];
  const body = bodyOf(exchange);
  if (body === null) return [asideEntry(asideOf(exchange))];
  const entries = entriesOf(snapshotOf(exchange, body));
  // What a run on a native tape sent is in the sums of that tape.
  return exchange.join.run_id === undefined ? entries : entries.map((entry) => ({ ...entry, shared: true }));
}

const strange = (record: JsonObject) => ({
  ...{ aside: asString(record.type) ?? 'record', label: '', time: null, failed: false, unknown: true, facts: {} },
  rest: record,
});

function detect({ records }: Sample): number {
  return share(
    records.filter(isObject),
    (record) => (exchangeIn(record) === null ? 0 : 1),
    () => false,
  );
}

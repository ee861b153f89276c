import type { Run } from '../command.ts';
import { formatChanges } from '../format/changes.ts';
import { placeOf, policyOf, wholeOf } from '../options.ts';
import { namedAt, placeIn } from '../points.ts';
import { beginnings } from '../previews.ts';
import { indexedFor } from '../scope.ts';

export const run: Run = async ({ given, json, terminal, session }) => {
  const policy = policyOf(given);
  const open = await session();
  const { row, point } = await namedAt(open, given);
  const place = point === null ? placeOf(given, row) : placeIn(point, 'context to hold against another');
  await indexedFor(policy, row, open);
  const against = given.options.against === undefined ? undefined : wholeOf(given, 'against', 1, [1, row.steps]);
  const diff = await open.call('views.changes', { tape: row.id, ...place, against, policy });
  if (json) {
    terminal.json(diff);
    return undefined;
  }
  const seqs = [...diff.added, ...diff.gone, ...diff.changed].flatMap(({ seq, request }) => (request ? [] : [seq]));
  terminal.print(formatChanges(row, diff, await beginnings(open, row.id, seqs, terminal.layout.width), terminal.layout));
  return undefined;
};

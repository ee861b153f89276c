import type { Run } from '../command.ts';
import { formatChanges } from '../format/changes.ts';
import { policyOf, stepOf, wholeOf } from '../options.ts';
import { namedAt, stepIn } from '../points.ts';
import { beginnings } from '../previews.ts';
import { indexedFor } from '../scope.ts';

export const run: Run = async ({ given, json, terminal, session }) => {
  const policy = policyOf(given);
  const open = await session();
  const { row, point } = await namedAt(open, given);
  const step = point === null ? stepOf(given, row.steps) : stepIn(point, 'context to hold against another');
  await indexedFor(policy, row, open);
  const against = given.options.against === undefined ? undefined : wholeOf(given, 'against', 1, [1, row.steps]);
  const diff = await open.call('views.changes', { tape: row.id, step, against, policy });
  if (json) {
    terminal.json(diff);
    return undefined;
  }
  const seqs = [...diff.added, ...diff.gone, ...diff.changed].map(({ seq }) => seq);
  terminal.print(formatChanges(row, diff, await beginnings(open, row.id, seqs, terminal.layout.width), terminal.layout));
  return undefined;
};

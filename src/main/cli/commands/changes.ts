import type { Context, Declaration } from '../command.ts';
import { json, POINTS, POLICIES, POLICY, WHICH } from '../flags.ts';
import { formatChanges } from '../format/changes.ts';
import { placeOf, policyOf, wholeOf } from '../options.ts';
import { namedAt, placeIn } from '../points.ts';
import { beginnings } from '../previews.ts';
import { indexedFor } from '../scope.ts';

export const command: Declaration = {
  flags: [
    { name: 'against', value: 'STEP', description: 'the step to compare with (default: the request before)' },
    ...POLICY,
    ...WHICH,
    json,
  ],
  notes: [`${POINTS} Without it, the newest step.`, POLICIES, 'All weights are estimates: the sources are not read.'],
  example: ['tape changes session.jsonl@12', 'what step 12 added to the request before, and what it removed'],
  run,
};

async function run({ given, json, terminal, session }: Context): Promise<undefined> {
  const policy = policyOf(given);
  const open = await session();
  const { row, point } = await namedAt(open, given);
  const place = point === null ? placeOf(given, row) : placeIn(point, 'context to compare with another');
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
}

import type { StepDiff, TapeRow } from '../../../shared/model/index.ts';
import { placeOf as namedPlace, placeName } from '../../../shared/model/place.ts';
import type { Changed } from '../../../shared/model/step-diff.ts';
import type { Context, Declaration } from '../command.ts';
import { json, POINTS, POLICIES, POLICY, WHICH } from '../flags.ts';
import { clean } from '../format/clean.ts';
import { heading } from '../format/heading.ts';
import { count, plural } from '../format/number.ts';
import type { Layout } from '../format/style.ts';
import { type Cell, type Column, table } from '../format/table.ts';
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

const COLUMNS: readonly Column[] = [
  { head: '' },
  { head: 'WHAT', max: 14 },
  { head: 'TOKENS', align: 'right' },
  { head: 'ENTRY', align: 'right' },
  { head: 'WHY', max: 60 },
  { head: 'BEGINS', grows: true },
];

type Paint = (text: string) => string;

const row = (sign: string, paint: Paint, one: Changed, begins: string, { style }: Layout): Cell[] => [
  { text: sign, paint },
  { text: clean(one.label) || clean(one.kind), paint },
  { text: `~${count(one.tokens.value)}` },
  { text: one.request ? 'request' : count(one.seq), paint: style.dim },
  { text: clean(one.why) },
  { text: clean(begins), paint: style.dim },
];

const sums = ({ added, gone, changed, more, same, tokens }: StepDiff): string =>
  [
    `+${count(added.length + more.added)} (~${count(tokens.added)} tokens)`,
    `−${count(gone.length + more.gone)} (~${count(tokens.gone)})`,
    `${count(changed.length + more.changed)} changed`,
    `${count(same)} as they were`,
  ].join(' · ');

const cutOff = ({ more }: StepDiff, { style }: Layout): string[] => {
  const beyond = more.added + more.gone + more.changed;
  return beyond === 0 ? [] : [style.dim(`… and ${plural(beyond, 'entry', 'entries')} more, counted and not listed`)];
};

/** What was added, removed and changed between two requests, each entry with its reason. All weights are estimates. */
function formatChanges(tape: TapeRow, diff: StepDiff, previews: ReadonlyMap<number, string>, layout: Layout): string[] {
  const { style } = layout;
  const rows = (sign: string, paint: Paint, list: readonly Changed[]): Cell[][] =>
    list.map((one) => row(sign, paint, one, one.request?.text ?? previews.get(one.seq) ?? '', layout));
  const all = [...rows('+', style.assistant, diff.added), ...rows('−', style.bad, diff.gone), ...rows('~', style.system, diff.changed)];
  const against = diff.against === null ? 'with no request before it' : `against step ${count(diff.against)}`;
  return [
    ...heading(tape, layout),
    `${style.accent(placeName(namedPlace(diff)))} ${against} · ${clean(diff.policy)}`,
    sums(diff),
    ...diff.notes.map((note) => style.dim(clean(note))),
    '',
    ...(all.length === 0 ? ['Both contexts are the same.'] : table(all, COLUMNS, layout)),
    ...cutOff(diff, layout),
  ];
}

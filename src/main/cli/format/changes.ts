import type { StepDiff, TapeRow } from '../../../shared/model/index.ts';
import { placeName, placeOf } from '../../../shared/model/place.ts';
import type { Changed } from '../../../shared/model/step-diff.ts';
import { clean } from './clean.ts';
import { heading } from './heading.ts';
import { count, plural } from './number.ts';
import type { Layout } from './style.ts';
import { type Cell, type Column, table } from './table.ts';

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
export function formatChanges(tape: TapeRow, diff: StepDiff, previews: ReadonlyMap<number, string>, layout: Layout): string[] {
  const { style } = layout;
  const rows = (sign: string, paint: Paint, list: readonly Changed[]): Cell[][] =>
    list.map((one) => row(sign, paint, one, one.request?.text ?? previews.get(one.seq) ?? '', layout));
  const all = [...rows('+', style.assistant, diff.added), ...rows('−', style.bad, diff.gone), ...rows('~', style.system, diff.changed)];
  const against = diff.against === null ? 'with no request before it' : `against step ${count(diff.against)}`;
  return [
    ...heading(tape, layout),
    `${style.accent(placeName(placeOf(diff)))} ${against} · ${clean(diff.policy)}`,
    sums(diff),
    ...diff.notes.map((note) => style.dim(clean(note))),
    '',
    ...(all.length === 0 ? ['Both contexts are the same.'] : table(all, COLUMNS, layout)),
    ...cutOff(diff, layout),
  ];
}

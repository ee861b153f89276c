import type { Claim, Fidelity, Likeness, StateRef, TapeRow } from '../../../shared/model/index.ts';
import type { Context, Declaration } from '../command.ts';
import { json, POINTS, WHICH } from '../flags.ts';
import { clean } from '../format/clean.ts';
import { heading } from '../format/heading.ts';
import { count, plural } from '../format/number.ts';
import type { Layout } from '../format/style.ts';
import { truncate } from '../format/width.ts';
import { wrap } from '../format/wrap.ts';
import { namedAt } from '../points.ts';
import { beginnings } from '../previews.ts';
import { newestOf } from './left.ts';

export const command: Declaration = {
  flags: [...WHICH, json],
  notes: [`${POINTS} Without it, the newest anchor or compaction.`, 'Facts and a lexical measure; no model is asked.'],
  example: ['tape fidelity session.jsonl#1', 'each claim with what it cites, and the entries that no claim cites'],
  run,
};

async function run({ given, json, terminal, session }: Context): Promise<number | undefined> {
  const open = await session();
  const { row, point } = await namedAt(open, given);
  const seq = point?.seq ?? (await newestOf(open, row, 'fidelity'));
  const fidelity = await open.call('handoffs.fidelity', { tape: row.id, seq });
  if (json) {
    terminal.json(fidelity);
    return undefined;
  }
  const seqs = fidelity.claims.flatMap(({ cites, alike }) =>
    [...cites, ...alike].flatMap((one) => (one.tape === row.id ? (one.seq ?? []) : [])),
  );
  terminal.print(formatFidelity(row, fidelity, await beginnings(open, row.id, [...new Set(seqs)], terminal.layout.width), terminal.layout));
  return undefined;
}

type Previews = ReadonlyMap<number, string>;

const about = ({ about: phase }: Fidelity): string =>
  phase
    ? `about the phase ${clean(phase.name)}, entries ${count(phase.from)}–${count(phase.to)}`
    : 'about no phase: there is none before it';

const citeLine = ({ text, status, seq, label }: StateRef, previews: Previews): string => {
  const said = seq === null ? undefined : previews.get(seq);
  return `cites ${clean(text)} · ${status}${said === undefined ? `: ${clean(label)}` : `: ${clean(said)}`}`;
};

const alikeLine = ({ seq, score, words }: Likeness, previews: Previews): string =>
  `${Math.round(score * 100)} % like #${seq} (${clean(words.join(', '))}) ${clean(previews.get(seq) ?? '')}`;

const claimLines = ({ path, text, cites, alike }: Claim, previews: Previews, { width, style }: Layout): string[] => [
  ...wrap(`• ${text}`, width),
  ...cites.map((ref) => truncate(`    ${citeLine(ref, previews)}`, width)),
  ...alike.map((one) => style.dim(truncate(`    ${alikeLine(one, previews)}`, width))),
  ...(cites.length + alike.length === 0
    ? [style.bad(truncate(`    nothing is cited, and nothing is worded like it (${clean(path.join('.'))})`, width))]
    : []),
];

const uncitedLine = ({ uncited, citable }: Fidelity): string => {
  const kinds = Object.entries(uncited.byKind).map(([kind, many]) => `${count(many)} ${clean(kind)}`);
  return `${count(uncited.count)} of ${plural(citable, 'entry', 'entries')} of that phase cited by nothing${kinds.length > 0 ? `: ${kinds.join(', ')}` : ''}`;
};

/** Runs of entries that are named; JSON has them all. */
const RUNS = 60;

/** Which they are: "#2–#14, #16". */
const uncitedLines = ({ uncited: { ranges } }: Fidelity, { width, style }: Layout): string[] => {
  const runs = ranges.slice(0, RUNS).map(([from, to]) => (from === to ? `#${from}` : `#${from}–#${to}`));
  const more = ranges.length - runs.length;
  const text = [...runs, ...(more > 0 ? [`and ${plural(more, 'run')} more`] : [])].join(', ');
  return text === '' ? [] : wrap(text, width - 2).map((line) => style.dim(`  ${line}`));
};

const citedLine = ({ cited }: Fidelity): string => {
  const many = (status: StateRef['status']): number => cited.filter((ref) => ref.status === status).length;
  return `${plural(cited.length, 'reference')}: ${count(many('resolved'))} resolved, ${count(many('outside'))} outside, ${count(many('broken'))} broken`;
};

/** The claims of a state next to what they cite and what they are worded like; then what nothing cites. */
const formatFidelity = (tape: TapeRow, fidelity: Fidelity, previews: Previews, layout: Layout): string[] => {
  const { style, width } = layout;
  return [
    ...heading(tape, layout),
    `${style.accent(`#${fidelity.seq}`)} ${about(fidelity)}`,
    ...wrap(fidelity.reached.words, width),
    '',
    ...fidelity.claims.flatMap((claim) => claimLines(claim, previews, layout)),
    ...(fidelity.moreClaims > 0 ? [style.dim(`… and ${count(fidelity.moreClaims)} more`)] : []),
    '',
    citedLine(fidelity),
    uncitedLine(fidelity),
    ...uncitedLines(fidelity, layout),
    ...fidelity.notes.flatMap((note) => wrap(note, width).map((line) => style.dim(line))),
  ];
};

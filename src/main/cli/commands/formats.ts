import type { FormatRow } from '../../../shared/model/index.ts';
import { DEEDS, type Deed } from '../../../shared/model/vocabulary.ts';
import { defaultHome } from '../../engine/app/home.ts';
import { loadSettings } from '../../engine/app/settings.ts';
import { formatRows } from '../../engine/formats/rows.ts';
import type { Context, Declaration } from '../command.ts';
import { json } from '../flags.ts';
import { count } from '../format/number.ts';
import type { Layout } from '../format/style.ts';
import { type Cell, type Column, table } from '../format/table.ts';
import { wrap } from '../format/wrap.ts';

export const command: Declaration = {
  flags: [json],
  notes: [
    'EVIDENCE is how a context is known: recorded (the log holds the request), derived (by the rules of the agent), inferred (recorded sizes decided) or unknown.',
    'STEPS are those of real logs that record the size of their requests; ≤500 and ≤2000 is the share whose derived context grew since the previous request as the recorded size did, within that many tokens; ABOVE counts contexts that weigh a tenth, and 16 tokens, more than what was sent.',
    'JSON holds {items: [{id, name, versions, containers, evidence, rule: {text, source}, agreement: {files, steps, within500, within2000, above}, can: {fork, dropSpan, compact, check}, roots}]}.',
  ],
  example: ['tape formats', 'says what Tapescope reads, how sure it is, and where it looks'],
  run,
};

/** What `formats.list` answers, without the engine: it reads no log and no catalog. */
async function run({ json, terminal }: Context): Promise<number | undefined> {
  const rows = formatRows({ settings: loadSettings(defaultHome()) });
  if (json)
    terminal.json({
      items: rows.map(({ id, name, versions, containers, evidence, rule, agreement, can, roots }) => ({
        ...{ id, name, versions, containers, evidence, rule, agreement, can, roots },
      })),
    });
  else terminal.print(formatFormats(rows, terminal.layout));
  return undefined;
}

const COLUMNS: readonly Column[] = [
  { head: 'AGENT', grows: true },
  { head: 'VERSIONS', max: 24 },
  { head: 'EVIDENCE' },
  { head: 'FILES', align: 'right' },
  { head: 'STEPS', align: 'right' },
  { head: '≤500', align: 'right' },
  { head: '≤2000', align: 'right' },
  { head: 'ABOVE', align: 'right' },
];

const share = (part: number, whole: number): string => (whole === 0 ? '–' : `${Math.floor((part / whole) * 1000) / 10} %`);

const rowOf = ({ name, versions, evidence, agreement }: FormatRow, { style }: Layout): Cell[] => [
  { text: name, paint: style.accent },
  { text: versions.join(', '), paint: style.dim },
  { text: evidence },
  { text: count(agreement.files) },
  { text: count(agreement.steps) },
  { text: share(agreement.within500, agreement.steps) },
  { text: share(agreement.within2000, agreement.steps) },
  { text: agreement.steps === 0 ? '–' : count(agreement.above) },
];

const DEED_NAMES: Readonly<Record<Deed, string>> = { fork: 'fork', dropSpan: 'drop turns', compact: 'compact', check: 'check' };

/** What can be done with its tapes, and each reason why something cannot, once. */
const deeds = ({ can, cannot }: FormatRow): string[] => {
  const done = DEEDS.filter((deed) => can[deed]);
  const reasons = Map.groupBy(
    DEEDS.filter((deed) => !can[deed]),
    (deed) => cannot[deed] ?? '',
  );
  const names = (some: readonly Deed[]): string => some.map((deed) => DEED_NAMES[deed]).join(', ');
  return [
    ...(done.length === 0 ? [] : [`can   ${names(done)}`]),
    ...[...reasons].map(([reason, some]) => `not   ${names(some)}: ${reason}`),
  ];
};

const places = ({ roots }: FormatRow): string[] =>
  roots.map(({ path, on, found }) => `at    ${path}${on ? (found ? '' : ' (not there)') : ' (off)'}`);

/** How it is read, below the table: rule and source, what can be done, where it is looked for, and what is not proven. */
const details = (row: FormatRow, { width, style }: Layout): string[] => {
  const said = [
    `reads ${row.containers.join(', ')}`,
    `rule  ${row.rule.text}`,
    `from  ${row.rule.source}`,
    ...deeds(row),
    ...places(row),
    ...row.unproven.map((text) => `open  ${text}`),
  ];
  // Continuation lines are indented past their label.
  const lines = said.flatMap((line) =>
    wrap(line.slice(6), width - 8).map((part, at) => `  ${at === 0 ? line.slice(0, 6) : '      '}${part}`),
  );
  return ['', style.accent(row.name), ...lines];
};

/** Agents as a table, then what is known of each. */
const formatFormats = (rows: readonly FormatRow[], layout: Layout): string[] => [
  ...table(
    rows.map((row) => rowOf(row, layout)),
    COLUMNS,
    layout,
  ),
  ...rows.flatMap((row) => details(row, layout)),
];

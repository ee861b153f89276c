import { lostCsv, overviewCsv, toolsCsv } from '../../../shared/library/overview-csv.ts';
import { formatDuration } from '../../../shared/model/duration.ts';
import type { LostSums, OverviewBy, Sums, SumsBy, SumsOf, ToolSums } from '../../../shared/model/index.ts';
import { SUMS } from '../../../shared/model/listing.ts';
import { cacheShareOf, costOf, tokensOf } from '../../../shared/model/overview.ts';
import { contract } from '../../../shared/rpc/contract.ts';
import { defaultHome } from '../../engine/app/home.ts';
import { loadSettings } from '../../engine/app/settings.ts';
import { openCatalog } from '../../engine/catalog/open-catalog.ts';
import { overviewMethods } from '../../engine/overview/methods.ts';
import { lazyProofs } from '../../engine/proofs.ts';
import type { Context, Declaration } from '../command.ts';
import { json, since, until } from '../flags.ts';
import { clean } from '../format/clean.ts';
import { money } from '../format/money.ts';
import { compact, count, plural } from '../format/number.ts';
import type { Layout } from '../format/style.ts';
import { type Cell, type Column, table } from '../format/table.ts';
import { choiceOf, dayOf, textOf } from '../options.ts';

export const command: Declaration = {
  flags: [
    {
      name: 'by',
      value: 'WHAT',
      offers: SUMS,
      description: `a row for each ${SUMS.slice(0, -1).join(', ')}, or lost: what compactions lost (default: day)`,
    },
    { name: 'filter', value: 'TEXT', description: 'only sessions that match, as in the filter of the library' },
    since,
    until,
    { name: 'csv', description: 'comma-separated values' },
    json,
  ],
  notes: [
    'Days are those of your time zone (TZ), and whole: --since and --until name the first and the last of them.',
    'Each request counts once, even if a copy of its session repeats it. COST is what the logs record, else what the price list gives; "no price" is not $0.',
    'CACHED is the share of all that was sent that was read from the cache; CUTS counts compactions.',
    'By tool: TIME runs from a call to its result, including any wait for approval; LONGEST names the call. By lost: how much of what people wrote left the context at compactions, and how much of that the summary does not repeat, by its words; this reads the logs.',
    'JSON holds {by, zone, total, items: [{key, name, sessions, subAgents, steps, silent, errors, compactions, input, output, cacheRead, cacheWrite, priced, dollars, computed, unpriced}]}; dollars are recorded, computed are by the list of prices. By tool and lost it is {by, zone, items}, and by lost total too.',
  ],
  example: ['tape overview --by model --since 4w', 'shows what each model was given, answered and read from the cache in four weeks'],
  run,
};

/** What `library.overview` answers, from the catalog alone, as in `list`. */
async function run({ given, json, terminal, signal }: Context): Promise<number | undefined> {
  const by = choiceOf(given, 'by', SUMS);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const [from, to] = [dayOf(given, 'since', zone), dayOf(given, 'until', zone)];
  const input = contract['library.overview'].input.parse({ zone, from, to, filter: textOf(given, 'filter') ?? '', limit: 100_000 });
  const store = openCatalog(defaultHome());
  try {
    const about = { catalog: store.catalog, ingest: { jobs: () => [] }, options: { home: store.home, readOnly: true } };
    const methods = overviewMethods(about, lazyProofs(store.catalog, { home: store.home, readOnly: false }));
    if (by === 'tool' || by === 'lost') {
      const answer = await methods[`library.${by === 'tool' ? 'tools' : 'lost'}`](input, { signal });
      const items = 'tools' in answer ? answer.tools : answer.sessions;
      if (json) terminal.json({ by, zone, ...('total' in answer && { total: answer.total }), items });
      else if (given.options.csv === true)
        terminal.print(('tools' in answer ? toolsCsv(answer.tools) : lostCsv(answer.sessions)).trimEnd().split('\n'));
      else terminal.print('tools' in answer ? formatTools(answer, terminal.layout) : formatLost(answer, terminal.layout));
      return undefined;
    }
    const answer = await methods['library.overview'](input, { signal });
    const hidden = loadSettings(store.home).money === 'tokens';
    const [total, sums] = hidden ? [withoutMoney(answer.total), tokensOnly(answer[by])] : [answer.total, answer[by]];
    if (json) terminal.json({ by, zone, total, items: sums.groups });
    else if (given.options.csv === true) terminal.print(overviewCsv(by, sums).trimEnd().split('\n'));
    else terminal.print(formatOverview(by, total, sums.groups, hidden ? null : answer.prices, terminal.layout));
  } finally {
    store.close();
  }
  return undefined;
}

/** With the setting that shows tokens only. */
const withoutMoney = <T extends Sums>(sums: T): T => ({ ...sums, dollars: 0, priced: 0, computed: 0, unpriced: 0 });

const tokensOnly = (sums: SumsBy): SumsBy => ({
  ...sums,
  groups: sums.groups.map(withoutMoney),
  others: sums.others && withoutMoney(sums.others),
});

const columns = (by: OverviewBy, hidden: boolean): readonly Column[] => [
  { head: by.toUpperCase(), grows: true },
  ...['SESSIONS', 'STEPS', 'TOKENS', 'INPUT', 'OUTPUT', 'READ', 'WRITTEN', 'CACHED', ...(hidden ? [] : ['COST']), 'CUTS', 'ERRORS'].map(
    (head): Column => ({ head, align: 'right' }),
  ),
];

const NONE: Readonly<Record<OverviewBy, string>> = { day: 'no date', project: 'no project', model: 'no model', agent: 'no agent' };

const share = (sums: Sums): string => {
  const cached = cacheShareOf(sums);
  return cached === null ? '–' : `${Math.round(cached * 100)} %`;
};

const rowOf = (name: string, sums: Sums, hidden: boolean, { style }: Layout): Cell[] => {
  const figure = (value: number, text = compact(value)): Cell => (value === 0 ? { text, paint: style.dim } : { text });
  return [
    { text: clean(name) },
    figure(sums.sessions + sums.subAgents),
    figure(sums.steps),
    figure(tokensOf(sums)),
    ...[sums.input, sums.output, sums.cacheRead, sums.cacheWrite].map((value) => figure(value)),
    { text: share(sums) },
    ...(hidden ? [] : [figure(costOf(sums) ?? 0, money(costOf(sums)))]),
    figure(sums.compactions),
    sums.errors === 0 ? figure(0) : { text: count(sums.errors), paint: style.bad },
  ];
};

/** What the library came to: a row for each group, then the sum of them all, then what the figures leave out. Without prices it shows tokens only. */
const formatOverview = (by: OverviewBy, total: Sums, groups: readonly SumsOf[], prices: string | null, layout: Layout): string[] => {
  if (groups.length === 0) return ['No steps in this time.'];
  const rows = groups.map((group) => rowOf(group.name || NONE[by], group, prices === null, layout));
  const notes = [
    ...(prices === null ? ['Your settings show tokens, not money.'] : []),
    ...(total.silent > 0 ? [`${plural(total.silent, 'step')} without recorded tokens.`] : []),
    ...(total.computed > 0 ? [`${money(total.computed)} computed by the prices of ${prices}, the rest as recorded.`] : []),
    ...(total.unpriced > 0 ? [`${plural(total.unpriced, 'step')} without a price.`] : []),
  ];
  return [
    ...table([...rows, rowOf('all', total, prices === null, layout)], columns(by, prices === null), layout),
    '',
    layout.style.dim(notes.join(' ')),
  ];
};

const TOOLS: readonly Column[] = [
  { head: 'TOOL', grows: true },
  ...['SESSIONS', 'CALLS', 'FAILED', 'TIME', 'MEDIAN', 'LONGEST', 'CALL'].map((head): Column => ({ head, align: 'right' })),
];

const formatTools = ({ tools }: ToolSums, layout: Layout): string[] => {
  if (tools.length === 0) return ['No calls of tools in this time.'];
  const { style } = layout;
  const time = (ms: number | null): Cell => (ms === null ? { text: '–', paint: style.dim } : { text: formatDuration(ms) });
  const rows = tools.map(({ name, sessions, calls, failed, timed, total, median, longest }): Cell[] => [
    ...[{ text: clean(name) }, { text: count(sessions) }, { text: count(calls) }],
    failed === 0 ? { text: '0', paint: style.dim } : { text: count(failed), paint: style.bad },
    ...[time(timed === 0 ? null : total), time(median), time(longest?.took ?? null)],
    { text: longest === null ? '' : `${longest.tape.slice(0, 8)}#${longest.seq}`, paint: style.dim },
  ]);
  return table(rows, TOOLS, layout);
};

const LOST: readonly Column[] = [
  { head: 'SESSION', grows: true },
  { head: 'PROJECT', max: 16 },
  ...['CUTS', 'LEFT', 'LOST', 'WORST'].map((head): Column => ({ head, align: 'right' })),
];

const formatLost = ({ sessions, total, unread }: LostSums, layout: Layout): string[] => {
  const { style } = layout;
  const rows = sessions.map(({ tape, title, project, compactions, instructions, lost, worst }): Cell[] => [
    ...[{ text: clean(title) }, { text: clean(project), paint: style.dim }],
    ...[{ text: count(compactions) }, { text: count(instructions) }, { text: count(lost), paint: style.bad }],
    { text: `${tape.slice(0, 8)}#${worst}`, paint: style.dim },
  ]);
  const all = `${plural(total.lost, 'instruction')} lost of ${count(total.instructions)} that left the context at ${plural(total.compactions, 'compaction')}.`;
  const missing = unread === 0 ? '' : ` ${plural(unread, 'session')} could not be read.`;
  return [...(rows.length === 0 ? [] : [...table(rows, LOST, layout), '']), style.dim(`${all}${missing}`)];
};

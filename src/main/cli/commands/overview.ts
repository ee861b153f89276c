import { overviewCsv } from '../../../shared/library/overview-csv.ts';
import type { OverviewBy, Sums, SumsOf } from '../../../shared/model/index.ts';
import { OVERVIEWS } from '../../../shared/model/listing.ts';
import { cacheShareOf, costOf, tokensOf } from '../../../shared/model/overview.ts';
import { contract } from '../../../shared/rpc/contract.ts';
import { defaultHome } from '../../engine/app/settings.ts';
import { openCatalog } from '../../engine/catalog/open-catalog.ts';
import { overviewMethods } from '../../engine/overview/methods.ts';
import type { Context, Declaration } from '../command.ts';
import { json, since, until } from '../flags.ts';
import { clean } from '../format/clean.ts';
import type { Layout } from '../format/layout.ts';
import { money } from '../format/money.ts';
import { compact, count, plural } from '../format/number.ts';
import { type Cell, type Column, table } from '../format/table.ts';
import { choiceOf, dayOf, textOf } from '../options.ts';

export const command: Declaration = {
  flags: [
    { name: 'by', value: 'WHAT', offers: OVERVIEWS, description: `a row for each ${OVERVIEWS.join(', ')} (default: day)` },
    { name: 'filter', value: 'TEXT', description: 'only sessions that fit, as in the filter of the library' },
    since,
    until,
    { name: 'csv', description: 'comma-separated values' },
    json,
  ],
  notes: [
    'Days are those of your time zone (TZ), and whole: --since and --until name the first and the last of them.',
    'Each request counts once, also where a copy of its session holds it again. COST is what the logs record, and by the list of prices what they do not; "no price" is not $0.',
    'CACHED is the share of all that was sent that was read from the cache; CUTS counts compactions.',
    'JSON holds {by, zone, total, items: [{key, name, sessions, subAgents, steps, silent, errors, compactions, input, output, cacheRead, cacheWrite, priced, dollars, computed, unpriced}]}; dollars are recorded, computed are by the list of prices.',
  ],
  example: ['tape overview --by model --since 4w', 'shows what each model was given, answered and read from the cache in four weeks'],
  run,
};

/** What `library.overview` answers, from the catalog alone, as in `list`. */
async function run({ given, json, terminal, signal }: Context): Promise<number | undefined> {
  const by = choiceOf(given, 'by', OVERVIEWS);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const [from, to] = [dayOf(given, 'since', zone), dayOf(given, 'until', zone)];
  const input = contract['library.overview'].input.parse({ zone, from, to, filter: textOf(given, 'filter') ?? '', limit: 100_000 });
  const store = openCatalog(defaultHome());
  try {
    const methods = overviewMethods({ catalog: store.catalog, ingest: { jobs: () => [] }, options: { home: store.home, readOnly: true } });
    const { total, prices, [by]: sums } = await methods['library.overview'](input, { signal });
    if (json) terminal.json({ by, zone, total, items: sums.groups });
    else if (given.options.csv === true) terminal.print(overviewCsv(by, sums).trimEnd().split('\n'));
    else terminal.print(formatOverview(by, total, sums.groups, prices, terminal.layout));
  } finally {
    store.close();
  }
  return undefined;
}

const columns = (by: OverviewBy): readonly Column[] => [
  { head: by.toUpperCase(), grows: true },
  ...['SESSIONS', 'STEPS', 'TOKENS', 'INPUT', 'OUTPUT', 'READ', 'WRITTEN', 'CACHED', 'COST', 'CUTS', 'ERRORS'].map(
    (head): Column => ({ head, align: 'right' }),
  ),
];

const NONE: Readonly<Record<OverviewBy, string>> = { day: 'no date', project: 'no project', model: 'no model', agent: 'no agent' };

const share = (sums: Sums): string => {
  const cached = cacheShareOf(sums);
  return cached === null ? '–' : `${Math.round(cached * 100)} %`;
};

const rowOf = (name: string, sums: Sums, { style }: Layout): Cell[] => {
  const figure = (value: number, text = compact(value)): Cell => (value === 0 ? { text, paint: style.dim } : { text });
  return [
    { text: clean(name) },
    figure(sums.sessions + sums.subAgents),
    figure(sums.steps),
    figure(tokensOf(sums)),
    ...[sums.input, sums.output, sums.cacheRead, sums.cacheWrite].map((value) => figure(value)),
    { text: share(sums) },
    figure(costOf(sums) ?? 0, money(costOf(sums))),
    figure(sums.compactions),
    sums.errors === 0 ? figure(0) : { text: count(sums.errors), paint: style.bad },
  ];
};

/** What the library came to: a row for each group, then the sum of them all, then what the figures leave out. */
const formatOverview = (by: OverviewBy, total: Sums, groups: readonly SumsOf[], prices: string, layout: Layout): string[] => {
  if (groups.length === 0) return ['No steps in this time.'];
  const rows = groups.map((group) => rowOf(group.name || NONE[by], group, layout));
  const notes = [
    ...(total.silent > 0 ? [`${plural(total.silent, 'step')} without recorded tokens.`] : []),
    ...(total.computed > 0 ? [`${money(total.computed)} computed by the prices of ${prices}, the rest as recorded.`] : []),
    ...(total.unpriced > 0 ? [`${plural(total.unpriced, 'step')} without a price.`] : []),
  ];
  return [...table([...rows, rowOf('all', total, layout)], columns(by), layout), '', layout.style.dim(notes.join(' '))];
};

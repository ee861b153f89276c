import { overviewCsv } from '../../../shared/library/overview-csv.ts';
import type { OverviewBy, Sums, SumsOf } from '../../../shared/model/index.ts';
import { OVERVIEWS } from '../../../shared/model/listing.ts';
import { cacheShareOf, tokensOf } from '../../../shared/model/overview.ts';
import { contract } from '../../../shared/rpc/contract.ts';
import { defaultHome } from '../../engine/app/settings.ts';
import { openCatalog } from '../../engine/catalog/open-catalog.ts';
import { overviewMethods } from '../../engine/overview/methods.ts';
import type { Context, Declaration, Given } from '../command.ts';
import { json, since, until } from '../flags.ts';
import { clean } from '../format/clean.ts';
import type { Layout } from '../format/layout.ts';
import { compact, count, plural } from '../format/number.ts';
import { type Cell, type Column, table } from '../format/table.ts';
import { choiceOf, momentOf, textOf } from '../options.ts';

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
    'Each request counts once, also where a copy of its session holds it again. Money is what the logs record; "no price" is not $0.',
    'CACHED is the share of all that was sent that was read from the cache; CUTS counts compactions.',
    'JSON holds {by, zone, total, items: [{key, name, sessions, subAgents, steps, silent, errors, compactions, input, output, cacheRead, cacheWrite, priced, dollars}]}.',
  ],
  example: ['tape overview --by model --since 4w', 'shows what each model was given, answered and read from the cache in four weeks'],
  run,
};

/** The day of `--since` or `--until`, as 2026-11-24: a date is itself in every time zone, a moment is in a day of this one. */
const dayOf = (given: Given, name: 'since' | 'until', zone: string): string | undefined => {
  const text = textOf(given, name)?.trim() ?? '';
  const moment = momentOf(given, name, Date.now());
  if (moment === undefined || /^\d{4}-\d\d-\d\d$/.test(text)) return moment && text;
  return new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(Date.parse(moment));
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
    const { total, [by]: sums } = await methods['library.overview'](input, { signal });
    if (json) terminal.json({ by, zone, total, items: sums.groups });
    else if (given.options.csv === true) terminal.print(overviewCsv(by, sums).trimEnd().split('\n'));
    else terminal.print(formatOverview(by, total, sums.groups, terminal.layout));
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

/** "no price" where the log records none, which is not the same as nothing. */
const money = ({ dollars }: Sums): string => (dollars === 0 ? 'no price' : `$${dollars.toFixed(dollars < 0.1 ? 4 : 2)}`);

const rowOf = (name: string, sums: Sums, { style }: Layout): Cell[] => {
  const figure = (value: number, text = compact(value)): Cell => (value === 0 ? { text, paint: style.dim } : { text });
  return [
    { text: clean(name) },
    figure(sums.sessions + sums.subAgents),
    figure(sums.steps),
    figure(tokensOf(sums)),
    ...[sums.input, sums.output, sums.cacheRead, sums.cacheWrite].map((value) => figure(value)),
    { text: share(sums) },
    figure(sums.dollars, money(sums)),
    figure(sums.compactions),
    sums.errors === 0 ? figure(0) : { text: count(sums.errors), paint: style.bad },
  ];
};

/** What the library came to: a row for each group, then the sum of them all, then what the figures leave out. */
const formatOverview = (by: OverviewBy, total: Sums, groups: readonly SumsOf[], layout: Layout): string[] => {
  if (groups.length === 0) return ['No steps in this time.'];
  const rows = groups.map((group) => rowOf(group.name || NONE[by], group, layout));
  const notes = [
    ...(total.silent > 0 ? [`${plural(total.silent, 'step')} without recorded tokens.`] : []),
    ...(total.priced < total.steps ? [`${plural(total.steps - total.priced, 'step')} without a recorded price.`] : []),
  ];
  return [...table([...rows, rowOf('all', total, layout)], columns(by), layout), '', layout.style.dim(notes.join(' '))];
};

import type { CostItem, Costs, PricesUsed } from '../../../shared/model/index.ts';
import { COSTS, type CostBy } from '../../../shared/model/listing.ts';
import type { Context, Declaration } from '../command.ts';
import { json, since, until } from '../flags.ts';
import { clean } from '../format/clean.ts';
import { money } from '../format/money.ts';
import { compact, plural } from '../format/number.ts';
import type { Layout } from '../format/style.ts';
import { type Cell, type Column, table } from '../format/table.ts';
import { choiceOf, dayOf } from '../options.ts';

export const command: Declaration = {
  flags: [
    { name: 'by', value: 'WHAT', offers: COSTS, description: `an item for each ${COSTS.join(', ')} (default: session)` },
    since,
    until,
    json,
  ],
  notes: [
    'Without FILE or ID it covers every session of the catalog; a session that is named includes its sub-agents, and captured requests of it that are not steps. --by step needs one that is named.',
    'Each request counts once, even if a copy of its session repeats it. A cost that the log records wins; the rest is computed from the price list, whose date is shown.',
    'prices.json in the folder of Tapescope replaces the prices of the models that it names; a model without a price says so.',
    'JSON holds {by, items: [{key, name, tape, parent, steps, input, output, cacheRead, cacheWrite, cacheWriteHour, cost, currency, priced, recorded, computed, unpriced, unpricedModels}], total, prices: {date, currency, own, problem}}; priced is true where all tokens have a price.',
  ],
  example: ['tape cost --by model --since 4w', 'shows what the requests of four weeks cost, model by model'],
  run,
};

async function run({ given, json, terminal, session }: Context): Promise<number | undefined> {
  const by = choiceOf(given, 'by', COSTS);
  const open = await session();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const tapes: string[] = [];
  for (const name of given.operands) tapes.push((await open.tape(name)).id);
  const { items, total, prices } = await open.call('cost.list', {
    ...{ by, zone, from: dayOf(given, 'since', zone), to: dayOf(given, 'until', zone) },
    ...(tapes.length > 0 && { tapes }),
  });
  const hidden = open.engine.settings().money === 'tokens';
  if (json) {
    const shown = hidden ? items.map(withoutMoney) : items;
    terminal.json({ by, items: shown, total: hidden ? withoutMoney(total) : total, prices });
  } else terminal.print(formatCosts({ items, total, prices }, by, hidden, terminal.layout));
  return undefined;
}

/** With the setting that shows tokens only. */
const withoutMoney = (item: CostItem): CostItem => ({ ...item, cost: null, priced: false, recorded: 0, computed: 0 });

const FIGURES = ['STEPS', 'INPUT', 'OUTPUT', 'READ', 'WRITTEN'] as const;

const NONE: Readonly<Record<CostBy, string>> = {
  ...{ session: 'no title', step: 'no model', project: 'no project', model: 'no model', day: 'no date', agent: 'no agent' },
};

const BELOW = { 'sub-agent': 'sub-agent', capture: 'captured' } as const;

const nameIn = ({ key, name, relation, inferred }: CostItem, by: CostBy): string => {
  const shown = clean(name || NONE[by]);
  if (by === 'step') return `${key}  ${shown}`;
  return relation === null ? shown : `  ${shown} (${BELOW[relation]}${inferred === undefined ? '' : ', inferred'})`;
};

/** What is missing in a sum is marked, since it is more than that. */
const costWords = ({ cost, priced, recorded, input, output, cacheRead, cacheWrite }: CostItem): string => {
  // Without tokens there is nothing that could have a price.
  if (cost === null && input + output + cacheRead + cacheWrite === 0) return 'no tokens';
  const words = money(cost);
  if (cost === null) return words;
  return `${priced ? '' : '≥ '}${words}${recorded > 0 ? ' r' : ''}`;
};

const rowOf = (item: CostItem, name: string, hidden: boolean, { style }: Layout): Cell[] => [
  { text: name },
  ...[item.steps, item.input, item.output, item.cacheRead, item.cacheWrite].map(
    (value): Cell => ({
      text: compact(value),
      ...(value === 0 && { paint: style.dim }),
    }),
  ),
  ...(hidden ? [] : [{ text: costWords(item), ...(item.cost === null && { paint: style.dim }) }]),
];

const dayWords = ({ date, own, problem }: PricesUsed): string[] => [
  `Prices of ${date}${own === null || own.models.length === 0 ? '' : `, your own for ${own.models.map(clean).join(', ')}`}; at list price, without batch and other discounts.`,
  ...(problem === null ? [] : [clean(problem)]),
];

const notesOf = ({ items, total, prices }: Costs): string[] => [
  ...[...new Set(items.flatMap(({ inferred }) => (inferred === undefined ? [] : [clean(inferred)])))],
  ...(total.recorded > 0 ? [`${money(total.recorded)} is recorded in the logs (r).`] : []),
  ...(total.computed > 0 ? [`${money(total.computed)} is computed. ${dayWords(prices).join(' ')}`] : dayWords(prices).slice(1)),
  ...(total.unpriced > 0
    ? [
        `No price is known for ${plural(total.unpriced, 'step')}: ${total.unpricedModels.map((model) => clean(model || 'no model')).join(', ')}.`,
      ]
    : []),
];

/** A row for each item, the sum, and what the figures rest on. */
export function formatCosts({ items, total, prices }: Costs, by: CostBy, hidden: boolean, layout: Layout): string[] {
  if (items.length === 0) return ['No requests in this time. Those of a copy or a capture count in the session that they are from.'];
  const columns: Column[] = [
    { head: by.toUpperCase(), grows: true },
    ...FIGURES.map((head): Column => ({ head, align: 'right' })),
    ...(hidden ? [] : [{ head: 'COST', align: 'right' } as const]),
  ];
  const rows = items.map((item) => rowOf(item, nameIn(item, by), hidden, layout));
  const notes = hidden ? ['Your settings show tokens, not money.'] : notesOf({ items, total, prices });
  return [...table([...rows, rowOf(total, 'all', hidden, layout)], columns, layout), '', ...notes.map((note) => layout.style.dim(note))];
}

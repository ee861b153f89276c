import type { Provenance } from '../../../shared/model/index.ts';
import type { Context, Declaration } from '../command.ts';
import { json, PLACE, POINTS, POLICIES, POLICY, WHICH } from '../flags.ts';
import { clean } from '../format/clean.ts';
import { count, plural } from '../format/number.ts';
import type { Layout } from '../format/style.ts';
import { type Cell, type Column, table } from '../format/table.ts';
import { placeOf, policyOf } from '../options.ts';
import { namedAt, placeIn } from '../points.ts';
import { indexedFor } from '../scope.ts';

export const command: Declaration = {
  flags: [...PLACE, ...POLICY, ...WHICH, json],
  notes: [POINTS, POLICIES, 'Every token has one source. Sources below half a percent join the rest of their group.'],
  example: ['tape provenance session.jsonl --next', 'the files, commands and summaries that the next request is made of'],
  run,
};

const COLUMNS: readonly Column[] = [
  { head: 'TOKENS', align: 'right' },
  { head: 'SHARE', align: 'right' },
  { head: 'BLOCKS', align: 'right' },
  { head: 'CAME IN BY' },
  { head: 'FROM', grows: true },
];

const absentWords = (absent: Provenance['sources'][number]['absent']): string => {
  if (absent === null) return '';
  const what = absent.what === 'replaces' ? 'replaces' : 'not passed on:';
  return ` (${what} ${plural(absent.entries, 'entry', 'entries')}${absent.tokens === null ? '' : `, ${plural(absent.tokens, 'token')}`})`;
};

function formatProvenance({ sources, flows, total, over, counts }: Provenance, layout: Layout): string[] {
  const rows = sources.map(({ id, name, tokens, blocks, absent }): Cell[] => {
    const ways = [...new Set(flows.filter((flow) => flow.source === id).map(({ way }) => way.replace(/^tool /, '')))];
    const share = `${total === 0 ? 0 : Math.round((100 * tokens) / total)} %`;
    return [count(tokens), share, count(blocks), clean(ways.join(', ')), `${clean(name)}${absentWords(absent)}`].map((text) => ({ text }));
  });
  return [
    `${plural(total, 'token')} in ${plural(counts.blocks, 'block')} from ${plural(counts.sources, 'source')}`,
    ...(over > 0 ? [`The weights of its blocks exceed the recorded size by ${count(over)}.`] : []),
    '',
    ...table(rows, COLUMNS, layout),
  ];
}

async function run({ given, json, terminal, session }: Context): Promise<undefined> {
  const policy = policyOf(given);
  const open = await session();
  const { row, point } = await namedAt(open, given);
  const at = point === null ? placeOf(given, row) : placeIn(point, 'context to trace');
  await indexedFor(policy, row, open);
  const graph = await open.call('provenance.get', { tape: row.id, ...at, policy, open: [] });
  if (json) terminal.json(graph);
  else terminal.print(formatProvenance(graph, terminal.layout));
  return undefined;
}

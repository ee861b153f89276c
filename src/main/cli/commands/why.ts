import type { TapeRow, Why, WhyItem } from '../../../shared/model/index.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Context, Declaration } from '../command.ts';
import { json, POLICY, WHICH } from '../flags.ts';
import { clean } from '../format/clean.ts';
import { heading } from '../format/heading.ts';
import { count, plural } from '../format/number.ts';
import { ALTERED } from '../format/snippet.ts';
import type { Layout } from '../format/style.ts';
import { truncate } from '../format/width.ts';
import { wrap } from '../format/wrap.ts';
import { placeOf, policyOf, textOf, wholeOf } from '../options.ts';
import { namedAt, placeIn } from '../points.ts';
import { indexedFor } from '../scope.ts';

export const command: Declaration = {
  flags: [
    { name: 'text', value: 'WORDS', description: 'each entry with this text, whatever the spaces in it' },
    { name: 'step', value: 'N', description: 'at step N (1 to the number of steps, last, or -1 from the end; default: last)' },
    { name: 'next', description: 'in the next request' },
    { name: 'limit', value: 'N', description: 'at most N entries (default: 20)' },
    ...POLICY,
    ...WHICH,
    json,
  ],
  notes: [
    'FILE#ENTRY asks about one entry. Each answer lists the steps that had it in context, when it left and what removed it.',
    'A summary keeps it verbatim, worded, cited or lost: a lexical measure, without judgement.',
  ],
  example: ['tape why session.jsonl --text "rate limit 3"', 'which steps had this text in context, and why it left'],
  run,
};

/** As the contract has it. */
const LONGEST = 20_000;

async function run({ given, json, terminal, session }: Context): Promise<undefined> {
  const policy = policyOf(given);
  const text = textOf(given, 'text');
  const limit = wholeOf(given, 'limit', 20, [1, 200]);
  if (text !== undefined && (text.trim() === '' || text.length > LONGEST))
    throw new TapeError('bad-input', `--text takes 1 to ${LONGEST.toLocaleString('en-US')} characters.`);
  const open = await session();
  const { row, at, point } = await namedAt(open, given);
  // A step, or a request that was not made, is when; an entry, or a ref, is what.
  const when = at?.type === 'step' || at?.type === 'next' || at?.type === 'after' ? point : null;
  const entry = when === null ? point?.seq : undefined;
  if ((text === undefined) === (entry === undefined))
    throw new TapeError('bad-input', 'Give one entry as FILE#ENTRY, or some text with --text.');
  const places = ['step', 'next', 'after'].some((name) => given.options[name] !== undefined);
  if (when !== null && places)
    throw new TapeError(
      'bad-input',
      `${given.operands[0]} names the request already: leave out --step and --next, or the part after the tape.`,
    );
  const place = when !== null ? placeIn(when, 'context to look in') : places ? placeOf(given, row) : {};
  if (text !== undefined && row.textTo < row.entries) await open.tape(row.id, { text: true });
  await indexedFor(policy, row, open);
  const why = await open.call('views.why', { tape: row.id, seq: entry, text, ...place, policy, limit });
  if (json) terminal.json(why);
  else terminal.print(formatWhy(row, why, terminal.layout));
  return undefined;
}

const runs = ({ in: steps, agent }: WhyItem): string => {
  if (steps.length === 0) return agent === null ? 'in no context' : `in the context of ${clean(agent)}`;
  const each = steps.map(([from, to]) => (from === to ? count(from) : `${count(from)}–${count(to)}`));
  return `in steps ${each.slice(0, 6).join(', ')}${each.length > 6 ? `, … (${count(each.length)} stretches)` : ''}`;
};

const beginningOf = ({ altered, snippet }: WhyItem, width: number, style: Layout['style']): string =>
  altered ? `${style.bad(ALTERED)}${truncate(clean(snippet), width - ALTERED.length)}` : truncate(clean(snippet), width);

const itemLines = (item: WhyItem, here: string, { width, style }: Layout): string[] => [
  truncate(
    `${style.accent(`${item.tape === here ? '' : `${item.tape.slice(0, 8)} `}#${count(item.entry)}`)} ${clean(item.tone)} · line ${count(item.line)} · ${item.exact ? '' : '~'}${plural(item.tokens, 'token')} · ${runs(item)}`,
    width,
  ),
  ...(item.snippet === '' ? [] : [`  ${beginningOf(item, width - 2, style)}`]),
  ...wrap(clean(item.words), width - 2).map((line) => `  ${line}`),
  ...(item.carried === null || item.fate === 'verbatim'
    ? []
    : wrap(`“${clean(item.carried)}”`, width - 4).map((line) => style.dim(`    ${line}`))),
];

/** Why some entries are or are not in context: the answer, then each entry with its steps and what became of it. */
function formatWhy(tape: TapeRow, why: Why, layout: Layout): string[] {
  const { style, width } = layout;
  const rest = why.more === null ? ['  … and more'] : why.more > 0 ? [`  … and ${plural(why.more, 'more entry', 'more entries')}`] : [];
  return [
    ...heading(tape, layout),
    '',
    style.bold(truncate(clean(why.answer), width)),
    ...why.details.flatMap((detail) => wrap(clean(detail), width)),
    ...why.items.flatMap((item) => ['', ...itemLines(item, why.tape, layout)]),
    ...rest.map((line) => style.dim(line)),
    '',
    ...[...why.notes, `${why.policy} · ${why.evidence.state}: ${why.evidence.rule}`].flatMap((note) =>
      wrap(clean(note), width).map((line) => style.dim(line)),
    ),
  ];
}

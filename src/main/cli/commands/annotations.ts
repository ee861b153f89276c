import type { Annotation, AnnotationTarget } from '../../../shared/model/index.ts';
import { formatPolicy, parsePolicy } from '../../../shared/model/policy.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Context, Declaration } from '../command.ts';
import { json } from '../flags.ts';
import { clean } from '../format/clean.ts';
import { count, plural } from '../format/number.ts';
import type { Layout } from '../format/style.ts';
import { type Cell, type Column, table } from '../format/table.ts';
import { relative } from '../format/time.ts';
import { idOf, textOf } from '../options.ts';
import { type NamedPoint, pointOf } from '../points.ts';
import { indexedFor } from '../scope.ts';
import type { Session } from '../session.ts';

export const command: Declaration = {
  flags: [
    { name: 'to', value: 'ENTRY', description: 'with add: about all entries from the point to this one' },
    { name: 'in', value: 'STEP', description: 'with add: about its block in the context of this step; 12:full names a policy' },
    { name: 'label', value: 'L', description: 'with add or edit: a label, such as waste; then the text is optional' },
    json,
  ],
  notes: [
    'A point is a file or the id of a tape, followed by #ENTRY, @STEP or @REF, or the name of a ref; a step means its last entry.',
    'edit and remove take the id of an annotation, or its beginning. edit keeps whatever you do not give; --label "" removes the label.',
    'Without FILE or ID it lists those of all tapes. "stale" marks those whose entries have changed.',
    'They are stored outside the catalog, survive its deletion, and are never written into a log.',
  ],
  example: [
    'tape annotations add session.jsonl#12 "Why is this read twice?" --label waste',
    'a note on entry 12, for every reader of this machine',
  ],
  run,
};

const USAGE =
  'tape annotations [FILE|ID] lists them; tape annotations add POINT TEXT, edit ANNOTATION TEXT and remove ANNOTATION change them.';

const operands = ({ given }: Context, least: number, most: number): string[] => {
  const [, ...rest] = given.operands;
  if (rest.length >= least && rest.length <= most) return rest;
  throw new TapeError('bad-input', USAGE);
};

/** What an option says belongs to some verbs only. */
const refuseOptions = ({ given }: Context, ...names: ('to' | 'in' | 'label')[]): void => {
  for (const name of names)
    if (given.options[name] !== undefined)
      throw new TapeError('bad-input', `--${name} belongs to tape annotations add${name === 'label' ? ' and edit' : ''}.`);
};

/** The text and the label of a note; undefined for what was not given. */
const wordsOf = ({ given }: Context, text: string | undefined): { text: string | undefined; label: string | undefined } => {
  const label = textOf(given, 'label');
  if (label !== undefined && label.length > 60) throw new TapeError('bad-input', '--label takes at most 60 characters.');
  if (text !== undefined && text.length > 10_000) throw new TapeError('bad-input', 'A text has at most 10,000 characters.');
  return { text, label };
};

/** The block of an entry in the context that `--in` names: `12`, or `12:full`. Refused where the entry is in no block of it. */
const blockOf = async (open: Session, { row, seq }: NamedPoint, words: string): Promise<AnnotationTarget> => {
  const [, number = '', policy = 'as-recorded'] = /^(\d{1,9})(?::(.+))?$/s.exec(words) ?? [];
  if (number === '') throw new TapeError('bad-input', `--in takes a step, or a step and a policy, such as 12:full, not "${words}".`);
  const step = Number(number);
  if (step < 1 || step > row.steps) throw new TapeError('not-found', `This tape has ${plural(row.steps, 'step')}; there is no ${step}.`);
  const asked = { step, policy: formatPolicy(parsePolicy(policy)) };
  await indexedFor(asked.policy, row, open);
  const { blocks } = await open.call('views.assemble', { tape: row.id, ...asked });
  if (blocks.some(({ entries }) => entries.includes(seq))) return { type: 'block', seq, ...asked };
  throw new TapeError('bad-input', `Entry ${count(seq)} is in no block of the context of step ${count(step)}, ${asked.policy}.`);
};

const add = async (context: Context): Promise<void> => {
  const { given, json, terminal, session } = context;
  const [point = '', words = ''] = operands(context, 1, 2);
  const { text = '', label } = wordsOf(context, words);
  const [to, inside] = [idOf(given, 'to'), textOf(given, 'in')];
  if (to !== undefined && inside !== undefined) throw new TapeError('bad-input', 'A note is about a span (--to) or about a block (--in).');
  const open = await session();
  const named = await pointOf(open, point);
  const { row, seq } = named;
  const target: AnnotationTarget =
    inside !== undefined ? await blockOf(open, named, inside) : to === undefined ? { type: 'entry', seq } : { type: 'span', from: seq, to };
  const { annotation } = await open.call('annotations.set', { tape: row.id, target, text, label: label ?? null });
  if (json) terminal.json({ annotation });
  else terminal.print([`Annotated ${annotationPoint(annotation)} of ${annotation.tape}: ${annotation.id}.`]);
};

/** An annotation by its id, or a start of it. */
const annotationNamed = async (open: Session, id: string): Promise<Annotation> => {
  const found = (await open.call('annotations.list', {})).items.filter((one) => id !== '' && one.id.startsWith(id));
  const [one] = found;
  if (one === undefined) throw new TapeError('not-found', `There is no annotation ${id}. See tape annotations.`);
  if (found.length > 1) throw new TapeError('bad-input', `Several annotations begin with ${id}. Give more of the id.`);
  return one;
};

const edit = async (context: Context): Promise<void> => {
  refuseOptions(context, 'to', 'in');
  const { json, terminal, session } = context;
  const [id = '', words] = operands(context, 1, 2);
  const { text, label } = wordsOf(context, words);
  if (text === undefined && label === undefined) throw new TapeError('bad-input', 'Give the new text, --label, or both.');
  const open = await session();
  const before = await annotationNamed(open, id);
  const { annotation } = await open.call('annotations.set', {
    id: before.id,
    tape: before.tape,
    target: before.target,
    text: text ?? before.text,
    label: label === undefined ? before.label : label || null,
  });
  if (json) terminal.json({ annotation });
  else terminal.print([`Changed ${annotation.id}, which is about ${annotationPoint(annotation)} of ${annotation.tape}.`]);
};

const remove = async (context: Context): Promise<void> => {
  refuseOptions(context, 'to', 'in', 'label');
  const { json, terminal, session } = context;
  const [id = ''] = operands(context, 1, 1);
  const { removed } = await (await session()).call('annotations.remove', { id });
  if (json) terminal.json({ removed });
  else terminal.print([`Removed ${removed.id}, which was about ${annotationPoint(removed)} of ${removed.tape}.`]);
};

const list = async (context: Context): Promise<void> => {
  refuseOptions(context, 'to', 'in', 'label');
  const { given, json, terminal, session } = context;
  operands(context, 0, 0);
  const open = await session();
  const [name] = given.operands;
  const answer = await open.call('annotations.list', name === undefined ? {} : { tape: (await open.tape(name)).id });
  for (const note of answer.notes) terminal.note(note);
  const titles = new Map<Annotation['tape'], string>(open.engine.catalog.tapes().map(({ id, title }) => [id, title]));
  if (json) terminal.json(answer);
  else terminal.print(formatAnnotations(answer.items, titles, name !== undefined, terminal.layout));
};

const VERBS: Record<string, (context: Context) => Promise<void>> = { add, edit, remove };

async function run(context: Context): Promise<number | undefined> {
  await (VERBS[context.given.operands[0] ?? ''] ?? list)(context);
  return undefined;
}

/** "entry 12", "entries 12 to 15", "entry 12 in the context of step 4". */
const annotationPoint = ({ target }: Annotation): string => {
  if (target.type === 'span') return `entries ${count(target.from)} to ${count(target.to)}`;
  return `entry ${count(target.seq)}${target.type === 'block' ? ` in the context of step ${count(target.step)}` : ''}`;
};

const place = ({ tape, target }: Annotation, one: boolean): string => {
  const inside =
    target.type === 'block' ? ` in step ${target.step}${target.policy === 'as-recorded' ? '' : `, ${clean(target.policy)}`}` : '';
  const at = target.type === 'span' ? `#${target.from}-${target.to}` : `#${target.seq}${inside}`;
  return `${one ? '' : clean(tape)}${at}`;
};

const columns = (one: boolean): Column[] => [
  { head: 'ANNOTATION' },
  { head: 'POINT' },
  ...(one ? [] : [{ head: 'TITLE', max: 28 }]),
  { head: 'LABEL', max: 20 },
  { head: 'TEXT', grows: true },
  { head: 'CHANGED', align: 'right' },
];

/** As a table; `one` where they are all of one tape. A tape that is not in the catalog goes by its file. */
const formatAnnotations = (items: readonly Annotation[], titles: ReadonlyMap<string, string>, one: boolean, layout: Layout): string[] => {
  const { style, now } = layout;
  if (items.length === 0)
    return [`No annotations${one ? ' here' : ''} yet. Add one, for example: tape annotations add session.jsonl#12 "Why?"`];
  const rows = items.map((item): Cell[] => [
    { text: clean(item.id) },
    { text: place(item, one), paint: style.accent },
    ...(one ? [] : [{ text: clean(titles.get(item.tape) ?? item.file) }]),
    { text: clean(item.label ?? ''), paint: style.bold },
    { text: `${item.stale ? '(stale) ' : ''}${clean(item.text)}` },
    { text: relative(item.changed, now), paint: style.dim },
  ]);
  return table(rows, columns(one), layout);
};

import type { Annotation, AnnotationTarget } from '../../../shared/model/index.ts';
import { formatPolicy, parsePolicy } from '../../../shared/model/policy.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Context, Run } from '../command.ts';
import { annotationPoint, formatAnnotations } from '../format/annotations.ts';
import { count, plural } from '../format/number.ts';
import { idOf, textOf } from '../options.ts';
import { type NamedPoint, pointOf } from '../points.ts';
import { indexedFor } from '../scope.ts';
import type { Session } from '../session.ts';

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

export const run: Run = async (context) => {
  await (VERBS[context.given.operands[0] ?? ''] ?? list)(context);
  return undefined;
};

import type { Annotation } from '../../../shared/model/index.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { annotationPoint, formatAnnotations } from '../format/annotations.ts';
import { idOf, textOf } from '../options.ts';
import { pointOf } from '../points.ts';
import type { Context, Run } from '../run.ts';

const USAGE =
  'tape annotations [FILE|ID] lists them, tape annotations add POINT TEXT adds one, tape annotations remove ANNOTATION removes it.';

const operands = ({ given }: Context, least: number, most: number): string[] => {
  const [, ...rest] = given.operands;
  if (rest.length >= least && rest.length <= most) return rest;
  throw new TapeError('bad-input', USAGE);
};

/** `--to` and `--label` say something of a new annotation only. */
const refuseOptions = ({ given }: Context): void => {
  for (const name of ['to', 'label'])
    if (given.options[name] !== undefined) throw new TapeError('bad-input', `--${name} belongs to tape annotations add.`);
};

const add = async (context: Context): Promise<void> => {
  const { given, json, terminal, session } = context;
  const [point = '', text = ''] = operands(context, 1, 2);
  const open = await session();
  const { row, seq } = await pointOf(open, point);
  const to = idOf(given, 'to');
  const target = to === undefined ? { type: 'entry' as const, seq } : { type: 'span' as const, from: seq, to };
  const label = textOf(given, 'label') ?? null;
  if (label !== null && label.length > 60) throw new TapeError('bad-input', '--label takes at most 60 characters.');
  if (text.length > 10_000) throw new TapeError('bad-input', 'A text has at most 10,000 characters.');
  const { annotation } = await open.call('annotations.set', { tape: row.id, target, text, label });
  if (json) terminal.json({ annotation });
  else terminal.print([`${annotationPoint(annotation)} of ${annotation.tape} is annotated: ${annotation.id}.`]);
};

const remove = async (context: Context): Promise<void> => {
  refuseOptions(context);
  const { json, terminal, session } = context;
  const [id = ''] = operands(context, 1, 1);
  const { removed } = await (await session()).call('annotations.remove', { id });
  if (json) terminal.json({ removed });
  else terminal.print([`Removed ${removed.id}, which was about ${annotationPoint(removed)} of ${removed.tape}.`]);
};

const list = async (context: Context): Promise<void> => {
  refuseOptions(context);
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

const VERBS: Record<string, (context: Context) => Promise<void>> = { add, remove };

export const run: Run = async (context) => {
  await (VERBS[context.given.operands[0] ?? ''] ?? list)(context);
  return undefined;
};

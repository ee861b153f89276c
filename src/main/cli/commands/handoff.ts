import type { HandoffInput } from '../../../shared/model/native.ts';
import { listIn } from '../arguments.ts';
import type { Given, Run } from '../command.ts';
import { clean } from '../format/clean.ts';
import { createOf, warn, withTape } from '../native.ts';
import { idsOf, objectOf, textOf } from '../options.ts';

const inputOf = (given: Given): HandoffInput => {
  const summary = textOf(given, 'summary');
  const nextSteps = listIn(given, 'next-step');
  const sourceIds = idsOf(given, 'source-id');
  const owner = textOf(given, 'owner');
  const state = objectOf(given, 'state');
  return {
    name: given.operands[0] ?? '',
    ...(summary !== undefined && { summary }),
    ...(nextSteps.length > 0 && { nextSteps: [...nextSteps] }),
    ...(sourceIds !== undefined && { sourceIds }),
    ...(owner !== undefined && { owner }),
    ...(state !== undefined && { state }),
  };
};

export const run: Run = (context) =>
  withTape(
    context,
    (tape) => {
      const { given, json, terminal } = context;
      const { ids, notes } = tape.handoff(inputOf(given));
      const [id = 0] = ids;
      const seq = tape.rows({ ids: [id, id] })[0]?.anchor_seq ?? 0;
      if (json) terminal.json({ ids, notes, anchor: { seq, name: given.operands[0], id } });
      else terminal.print([`Phase ${seq}, ${clean(given.operands[0] ?? '')}, begins at entry ${id}.`]);
      if (!json) warn(terminal, notes, false);
      return undefined;
    },
    createOf(context.given),
  );

import type { HandoffInput } from '../../../shared/model/native.ts';
import { listIn } from '../arguments.ts';
import type { Context, Declaration, Given } from '../command.ts';
import { json, newSession, WHICH } from '../flags.ts';
import { clean } from '../format/clean.ts';
import { createOf, warn, withTape } from '../native.ts';
import { idsOf, objectOf, textOf } from '../options.ts';

export const command: Declaration = {
  flags: [
    { name: 'summary', value: 'S', description: 'what the next phase must know' },
    { name: 'next-step', value: 'S', many: true, description: 'the next step' },
    { name: 'source-id', value: 'N', many: true, description: 'an entry that supports the summary' },
    { name: 'owner', value: 'O', description: 'who continues' },
    { name: 'state', value: 'JSON', description: 'further state, an object; may not repeat a field that another option gives' },
    newSession,
    ...WHICH,
    json,
  ],
  notes: ['Refuses source ids that do not exist, and a state that breaks the workspace’s state.schema.json.'],
  example: ['tape handoff build --summary "Plan agreed." --next-step "write the gate" --source-id 1', 'ends the phase of planning'],
  run,
};

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

function run(context: Context): Promise<number | undefined> {
  return withTape(
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
}

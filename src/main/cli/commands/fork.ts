import type { Tape } from '../../engine/store/types.ts';
import type { Context, Declaration } from '../command.ts';
import { json, WHICH } from '../flags.ts';
import { clean } from '../format/clean.ts';
import { nextLines } from '../format/next.ts';
import { count } from '../format/number.ts';
import { choiceHere, warn, withTape } from '../native.ts';
import { idOf, textOf } from '../options.ts';

export const command: Declaration = {
  flags: [
    { name: 'at', value: 'N', description: 'the last entry that it shares (default: the newest)' },
    { name: 'note', value: 'S', description: 'what it is for' },
    { name: 'preview', description: 'print the next request of the fork, and create nothing' },
    { name: 'policy', value: 'P', description: 'with --preview: under this policy (default: as-recorded)' },
    ...WHICH,
    json,
  ],
  notes: ['Nothing is copied. Append to it with --fork NAME.'],
  example: ['tape fork try-cache --note "is a cache worth it?"', 'then: tape append --fork try-cache "Measured it."'],
  run,
};

const notesAt = async (tape: Tape, start: number): Promise<string[]> => {
  const { openCallAt } = await import('../../engine/native-calls/open-calls.ts');
  const open = openCallAt(tape, start);
  return open === null ? [] : [open];
};

const preview = async ({ given, json, terminal }: Context, tape: Tape): Promise<undefined> => {
  const { previewFork } = await import('../../engine/native-calls/next-previews.ts');
  const found = await previewFork(tape, idOf(given, 'at'), choiceHere(given, tape));
  const notes = await notesAt(tape, found.start);
  if (json) terminal.json({ ...found, notes });
  else
    terminal.print([
      `A fork here would share entries 1 to ${count(found.start)}. Nothing was written.`,
      ...(found.next ? ['', terminal.layout.style.bold('Next request'), ...nextLines(found.next, terminal.layout)] : []),
    ]);
  if (!json) warn(terminal, notes, false);
};

function run(context: Context): Promise<number | undefined> {
  return withTape(context, async (tape) => {
    const { given, json, terminal } = context;
    if (given.options.preview === true) return preview(context, tape);
    const { forkTape } = await import('../../engine/store/fork.ts');
    const at = idOf(given, 'at');
    const note = textOf(given, 'note');
    const fork = forkTape(tape, { name: given.operands[0] ?? '', ...(at !== undefined && { at }), ...(note !== undefined && { note }) });
    const notes = await notesAt(tape, fork.start);
    if (json) terminal.json({ ...fork, notes });
    else
      terminal.print([`Fork ${clean(fork.name)} shares entries 1 to ${count(fork.start)}. Append to it with --fork ${clean(fork.name)}.`]);
    if (!json) warn(terminal, notes, false);
    return undefined;
  });
}

import type { Run } from '../command.ts';
import { clean } from '../format/clean.ts';
import { count } from '../format/number.ts';
import { warn, withTape } from '../native.ts';
import { idOf, textOf } from '../options.ts';

export const run: Run = (context) =>
  withTape(context, async (tape) => {
    const { given, json, terminal } = context;
    const { forkTape } = await import('../../engine/store/fork.ts');
    const at = idOf(given, 'at');
    const note = textOf(given, 'note');
    const fork = forkTape(tape, { name: given.operands[0] ?? '', ...(at !== undefined && { at }), ...(note !== undefined && { note }) });
    const { openCallAt } = await import('../../engine/store/open-calls.ts');
    const open = openCallAt(tape, fork.start);
    const notes = open === null ? [] : [open];
    if (json) terminal.json({ ...fork, notes });
    else
      terminal.print([`Fork ${clean(fork.name)} shares entries 1 to ${count(fork.start)}. Append to it with --fork ${clean(fork.name)}.`]);
    if (!json) warn(terminal, notes, false);
    return undefined;
  });

import type { Run } from '../command.ts';
import { formatForks } from '../format/forks.ts';
import { withTape } from '../native.ts';

export const run: Run = (context) =>
  withTape(context, (tape) => {
    const items = tape.forks();
    if (context.json) context.terminal.json({ items });
    else context.terminal.print(formatForks(items, context.terminal.layout));
    return undefined;
  });

import type { Run } from '../command.ts';
import { formatInfo } from '../format/info.ts';
import { withTape } from '../native.ts';

export const run: Run = (context) =>
  withTape(context, (tape) => {
    const info = tape.info();
    if (context.json) context.terminal.json(info);
    else context.terminal.print(formatInfo(info, context.terminal.layout));
    return undefined;
  });

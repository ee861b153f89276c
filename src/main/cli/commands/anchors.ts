import type { Run } from '../command.ts';
import { formatAnchors } from '../format/anchors.ts';
import { withTape } from '../native.ts';

export const run: Run = (context) =>
  withTape(context, (tape) => {
    const items = tape.anchors();
    if (context.json) context.terminal.json({ items });
    else context.terminal.print(formatAnchors(items, context.terminal.layout));
    return undefined;
  });

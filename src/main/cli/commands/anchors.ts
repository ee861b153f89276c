import { formatAnchors } from '../format/anchors.ts';
import { withTape } from '../native.ts';
import type { Run } from '../run.ts';

export const run: Run = (context) =>
  withTape(context, (tape) => {
    const items = tape.anchors();
    if (context.json) context.terminal.json({ items });
    else context.terminal.print(formatAnchors(items, context.terminal.layout));
    return undefined;
  });

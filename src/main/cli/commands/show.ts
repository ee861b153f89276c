import type { Run } from '../command.ts';
import { formatPhase } from '../format/phase.ts';
import { neededAnchor, withTape } from '../native.ts';
import { pagesOf } from '../pages.ts';

export const run: Run = (context) =>
  withTape(context, async (tape) => {
    const { terminal, json, given } = context;
    const anchor = neededAnchor(tape, given.operands[0] ?? '');
    const pages = pagesOf(tape, { phases: [anchor.seq, anchor.seq], exact: json }, { from: anchor.id });
    if (json) {
      await terminal.items(pages, { anchor });
      return undefined;
    }
    const show = formatPhase(anchor, terminal.layout);
    terminal.print(show.head);
    for (const page of pages) terminal.print(show.entries(page));
    return undefined;
  });

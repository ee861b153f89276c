import type { ForkPoints, Legality } from '../../../shared/model/index.ts';
import type { Point } from '../../engine/graph/point.ts';
import type { Run } from '../command.ts';
import { formatForkPoints } from '../format/forkpoints.ts';
import { namedAt } from '../points.ts';
import type { Session } from '../session.ts';

const PAGE = 10_000;

/** Of a point alone, be it legal or not. */
const verdict = async ({ call }: Session, { tape, seq }: Point): Promise<ForkPoints> => ({
  ...(await call('graph.forkPoints', { tape, from: seq, limit: 1, only: 'all' })),
  next: null,
});

export const run: Run = async ({ given, json, terminal, session }) => {
  const open = await session();
  const { call } = open;
  const { row, point } = await namedAt(open, given);
  const ask = (from: number) => call('graph.forkPoints', { tape: row.id, from, limit: PAGE, only: given.options.all ? 'all' : 'legal' });
  const first = point === null ? await ask(1) : await verdict(open, point);
  const { entries, legal, illegal } = first;
  if (json) {
    const pages = async function* (): AsyncGenerator<Legality[]> {
      let page = first;
      for (yield page.items; page.next !== null; yield page.items) page = await ask(page.next);
    };
    await terminal.items(pages(), { tape: row.id, entries, legal, illegal });
    return undefined;
  }
  const items = [...first.items];
  for (let { next } = first; next !== null; ) {
    const page = await ask(next);
    items.push(...page.items);
    next = page.next;
  }
  const seqs = items.map(({ seq }) => seq);
  const previews = new Map<number, string>();
  for (let at = 0; at < seqs.length; at += 300) {
    const page = await call('entries.previews', {
      tape: row.id,
      seqs: seqs.slice(at, at + 300),
      chars: Math.max(20, terminal.layout.width),
    });
    for (const { seq, text } of page.items) previews.set(seq, text);
  }
  terminal.print(formatForkPoints(row, { ...first, items }, previews, terminal.layout));
  return undefined;
};

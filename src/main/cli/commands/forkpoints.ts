import type { Legality } from '../../../shared/model/index.ts';
import { formatForkPoints } from '../format/forkpoints.ts';
import { namedTape } from '../named.ts';
import type { Run } from '../run.ts';

const PAGE = 10_000;

export const run: Run = async ({ given, json, terminal, session }) => {
  const { call, tape } = await session();
  const row = await tape(await namedTape(given));
  const ask = (from: number) => call('graph.forkPoints', { tape: row.id, from, limit: PAGE, only: given.options.all ? 'all' : 'legal' });
  const first = await ask(1);
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

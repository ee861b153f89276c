import type { Run } from '../command.ts';
import { formatFidelity } from '../format/fidelity.ts';
import { namedAt } from '../points.ts';
import { beginnings } from '../previews.ts';
import { newestOf } from './left.ts';

export const run: Run = async ({ given, json, terminal, session }) => {
  const open = await session();
  const { row, point } = await namedAt(open, given);
  const seq = point?.seq ?? (await newestOf(open, row, 'fidelity'));
  const fidelity = await open.call('handoffs.fidelity', { tape: row.id, seq });
  if (json) {
    terminal.json(fidelity);
    return undefined;
  }
  const seqs = fidelity.claims.flatMap(({ cites, alike }) =>
    [...cites, ...alike].flatMap((one) => (one.tape === row.id ? (one.seq ?? []) : [])),
  );
  terminal.print(formatFidelity(row, fidelity, await beginnings(open, row.id, [...new Set(seqs)], terminal.layout.width), terminal.layout));
  return undefined;
};

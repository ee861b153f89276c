import type { StepRow } from '../../../shared/model/index.ts';
import { loadWhatIsThere } from '../bytes/load.ts';
import { formatById } from '../formats/index.ts';
import type { Catalog } from './types.ts';

/** Steps with what their requests cost, as their first records say it. Reads the source, if its agent logs costs at all. */
export async function withCosts(catalog: Catalog, id: string, steps: StepRow[]): Promise<StepRow[]> {
  const tape = catalog.tape(id);
  const { cost: costOf } = formatById(tape.format);
  if (costOf === undefined) return steps;
  const rows = catalog.entriesAt(
    id,
    steps.map(({ first }) => first),
  );
  const records = await loadWhatIsThere(tape, rows);
  const costs = new Map(rows.map(({ seq }, at) => [seq, costOf(records[at] ?? {})]));
  return steps.map((step) => {
    const cost = costs.get(step.first) ?? null;
    return cost === null ? step : { ...step, cost };
  });
}

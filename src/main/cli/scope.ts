import type { TapeRow } from '../../shared/model/index.ts';
import { isNamedPolicy, parsePolicy } from '../../shared/model/policy.ts';
import { indexParts } from '../engine/memory/indexed.ts';
import type { Session } from './session.ts';

/** Indexes the text that the memory parts of a policy look in. Nothing of the terminal outlives its answer, so that this comes before the view. */
export async function indexedFor(policy: string, row: TapeRow, { engine, tape, call }: Session): Promise<void> {
  const { items } = isNamedPolicy(policy) ? await call('policies.list', { tape: row.id }) : { items: [] };
  const choice = parsePolicy(policy, (name) => items.find((one) => one.name === name)?.line);
  const read = (id: string) => tape(id, { text: true });
  await indexParts(choice, row, { catalog: engine.catalog, read, query: (asked) => call('memory.query', asked) });
}

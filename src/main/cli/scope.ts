import type { TapeRow } from '../../shared/model/index.ts';
import { isNamedPolicy, type MemoryScope, parsePolicy } from '../../shared/model/policy.ts';
import type { Catalog } from '../engine/catalog/types.ts';
import type { Session } from './session.ts';

/** The tapes that a query of the memory may look in, as far as the catalog knows them: their text is indexed first. */
export function tapesInScope(catalog: Catalog, id: string, scope: MemoryScope): TapeRow[] {
  const tape = catalog.tape(id);
  if (scope === 'tape') return [tape];
  const all = catalog.tapes();
  if (scope === 'all') return all;
  const workspace = tape.native?.workspace;
  const family = new Set([tape.id, ...(scope === 'family' ? catalog.related(tape.id).map((row) => row.id) : [])]);
  const near = (row: TapeRow): boolean =>
    workspace !== undefined
      ? row.native?.workspace === workspace
      : scope === 'workspace' && tape.project !== '' && row.project === tape.project;
  return all.filter((row) => family.has(row.id) || near(row));
}

/**
 * Indexes the text that the memory parts of a policy look in, and has an index of no use rebuilt, as any query does. So the context is made
 * of what there is.
 */
export async function indexedFor(policy: string, row: TapeRow, { engine, tape, call }: Session): Promise<void> {
  const { items } = isNamedPolicy(policy) ? await call('policies.list', { tape: row.id }) : { items: [] };
  const choice = parsePolicy(policy, (name) => items.find((one) => one.name === name)?.line);
  const asked =
    choice.type === 'memory'
      ? [{ query: choice.query, scope: 'tape' as const }]
      : choice.type === 'composed'
        ? choice.parts.filter((part) => part.type === 'memory')
        : [];
  for (const { query, scope } of asked) {
    for (const one of tapesInScope(engine.catalog, row.id, scope)) if (one.textTo < one.entries) await tape(one.id, { text: true });
    await call('memory.query', { tape: row.id, query, scope, limit: 1 });
  }
}

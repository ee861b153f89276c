import type { TapeRow } from '../../../shared/model/index.ts';
import type { MemoryScope, PolicyChoice } from '../../../shared/model/policy.ts';
import type { Catalog } from '../catalog/types.ts';

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

export interface Indexing {
  catalog: Catalog;
  /** Indexes the text of a tape. */
  read(tape: string): Promise<unknown>;
  query(asked: { tape: string; query: string; scope: MemoryScope; limit: number }): Promise<unknown>;
}

/**
 * Indexes the text that the memory parts of a policy look in, and has a damaged index rebuilt by asking it once, so that the context is made
 * of all that there is.
 */
export async function indexParts(choice: PolicyChoice, { id }: Pick<TapeRow, 'id'>, { catalog, read, query }: Indexing): Promise<void> {
  for (const { query: words, scope } of memoryParts(choice)) {
    for (const one of tapesInScope(catalog, id, scope)) if (one.textTo < one.entries) await read(one.id);
    await query({ tape: id, query: words, scope, limit: 1 });
  }
}

const memoryParts = (choice: PolicyChoice): { query: string; scope: MemoryScope }[] => {
  if (choice.type === 'memory') return [{ query: choice.query, scope: 'tape' }];
  return choice.type === 'composed' ? choice.parts.filter((part) => part.type === 'memory') : [];
};

import type { CatalogSort, ListFact, Listing } from '../../../shared/model/listing.ts';
import type { Db } from '../database/schema.ts';

const NEWEST = 't.ended IS NULL, t.ended DESC, s.id';

/** What a tape that was copied has of the usage of another one. */
const COPIED = ['input', 'output', 'cacheRead', 'cacheWrite'].map((name) => `coalesce(t.copied ->> '$.usage.${name}', 0)`).join(' - ');

const ORDER: Record<CatalogSort, string> = {
  newest: NEWEST,
  oldest: 't.started IS NULL, t.started, s.id',
  title: `t.title COLLATE NOCASE, ${NEWEST}`,
  steps: `t.steps DESC, ${NEWEST}`,
  tokens: `t.input + t.output + t.cache_read + t.cache_write - ${COPIED} DESC, ${NEWEST}`,
  entries: `t.entries DESC, ${NEWEST}`,
  size: `s.size DESC, ${NEWEST}`,
};

/** `error`: a step failed, or a line could not be read. */
const FACTS: Record<ListFact, string> = {
  compaction: 't.compactions > 0',
  fork: `(t.branches > 0 OR t.relation = 'fork' OR EXISTS (SELECT 1 FROM tapes f WHERE f.parent = t.tape AND f.relation = 'fork'))`,
  error: '(s.unreadable > 0 OR t.failed > 0)',
};

/** The end of a SELECT over tapes `t` and their sources `s`, with its values. */
const endOf = ({ sort = 'newest', project, model, format, since, with: facts = [], limit }: Listing) => {
  const where = [
    ...(project === undefined ? [] : ['instr(lower(t.project), lower(@project)) > 0']),
    ...(model === undefined ? [] : ['instr(lower(t.model), lower(@model)) > 0']),
    ...(format === undefined ? [] : ['s.format = @format']),
    ...(since === undefined ? [] : ['t.ended >= @since']),
    ...facts.map((fact) => FACTS[fact]),
  ];
  return {
    where: where.length === 0 ? '' : `WHERE ${where.join(' AND ')}`,
    order: `ORDER BY ${ORDER[sort]} LIMIT @limit`,
    values: { project, model, format, since, limit: limit ?? -1 },
  };
};

/** Lists rows of `select`, a SELECT over tapes `t` and their sources `s`; `total` counts those that fit without the limit. */
export function listTapes<R>(db: Db, select: string, listing: Listing): { items: R[]; total: number } {
  const { where, order, values } = endOf(listing);
  const items = db.prepare<object, R>(`${select} ${where} ${order}`).all(values);
  if (listing.limit === undefined || items.length < listing.limit) return { items, total: items.length };
  const count = db.prepare<object, number>(`SELECT count(*) FROM tapes t JOIN sources s USING (tape) ${where}`).pluck();
  return { items, total: count.get(values) ?? 0 };
}

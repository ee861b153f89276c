import type { SearchHitOf, SearchPageOf } from '../../data/searchHooks.ts';

/** A row of the list: a session, one of its hits, or those that are not shown. */
export type Row =
  | { type: 'session'; tape: string; hits: number }
  | { type: 'hit'; hit: SearchHitOf }
  | { type: 'more'; tape: string; hits: number; same: number };

/** Pages as rows: each session with its hits, all of them where it is unfolded (`all`). */
export function rowsOf(pages: readonly SearchPageOf[], all: ReadonlyMap<string, readonly SearchHitOf[]>): Row[] {
  const groups = new Map(pages.flatMap((page) => page.groups.map((group) => [group.tape, group] as const)));
  return [
    ...Map.groupBy(
      pages.flatMap((page) => page.hits),
      ({ tape }) => tape,
    ),
  ].flatMap(([tape, some]): Row[] => {
    const own = all.get(tape) ?? some;
    const group = groups.get(tape);
    const shown = own.reduce((sum, { same }) => sum + 1 + same.length, 0);
    const left = (group?.hits ?? shown) - shown;
    const rest = (group?.shown ?? own.length) - own.length;
    return [
      { type: 'session', tape, hits: group?.hits ?? shown },
      ...own.map((hit): Row => ({ type: 'hit', hit })),
      ...(left > 0 ? [{ type: 'more' as const, tape, hits: left, same: Math.max(0, left - rest) }] : []),
    ];
  });
}

/** The next row that keys go to, from one row on; the same where there is none. */
export function along(rows: readonly Row[], from: number, by: 1 | -1): number {
  for (let at = from + by; at >= 0 && at < rows.length; at += by) if (rows[at]?.type !== 'session') return at;
  return from;
}

/** The first hit of the next session, or of the one before. */
export function alongSessions(rows: readonly Row[], from: number, by: 1 | -1): number {
  const starts = rows.flatMap((row, at) => (row.type === 'session' ? [at] : []));
  const own = starts.findLastIndex((start) => start <= from);
  const next = starts[own + by];
  return next === undefined ? from : along(rows, next, 1);
}

/** The first row that keys go to. */
export function firstOf(rows: readonly Row[]): number {
  return Math.max(0, along(rows, -1, 1));
}

const LINE = 18;

/** Pixels that a row takes, as SearchPage.module.css has them. */
export function heightOf(row: Row | undefined): number {
  if (row?.type === 'session') return 32;
  if (row?.type !== 'hit') return 27;
  return 15 + Math.max(3 * 16, 18 + LINE * row.hit.lines.length);
}

import type { TapeRow } from '../../../shared/model/index.ts';
import type { Hit } from '../../../shared/rpc/contract.ts';
import { clean } from './clean.ts';
import { shortIds } from './ids.ts';
import type { Layout } from './layout.ts';
import { EMPTY } from './list.ts';
import { count, plural } from './number.ts';
import { paintSnippet } from './snippet.ts';
import { roleStyle } from './style.ts';
import { relative } from './time.ts';
import { displayWidth, pad, truncate } from './width.ts';

/** Below this width the words of a hit are worth more than its time. */
const WIDE = 100;

const hitLine = (hit: Hit, { width, style, now }: Layout): string => {
  const entry = pad(`#${count(hit.seq)}`, 8, 'right');
  const step = pad(hit.step === null ? '' : `step ${count(hit.step)}`, 10);
  const role = pad(hit.role ?? clean(hit.kind), 9);
  const when = width >= WIDE ? `  ${relative(hit.time, now)}` : '';
  const head = `${entry}  ${step}  `;
  const room = Math.max(20, width - displayWidth(`${head}${role}  ${when}`));
  return `${style.dim(head)}${roleStyle(style, hit.role)(role)}  ${paintSnippet(hit, room, style)}${style.dim(when)}`;
};

/** Hits under the tape they are in, in the order of the answer. */
export function formatHits(
  query: string,
  hits: readonly Hit[],
  tapes: readonly TapeRow[],
  { total, next, note }: { total: number | null; next: string | null; note?: string | null },
  layout: Layout,
): string[] {
  const { style, width } = layout;
  if (tapes.length === 0) return [EMPTY];
  if (note) return [clean(note)];
  if (hits.length === 0) return [`Nothing holds “${truncate(clean(query), 60)}”.`];
  const short = shortIds(tapes.map(({ id }) => id));
  const byId = new Map(tapes.map((tape) => [tape.id, tape]));
  const lines = [...Map.groupBy(hits, ({ tape }) => tape)].flatMap(([id, group]) => {
    const row = byId.get(id);
    const name = clean(short.get(id) ?? id);
    return [
      `${style.accent(name)}  ${style.bold(truncate(clean(row?.title || row?.file || ''), width - name.length - 2))}`,
      ...group.map((hit) => hitLine(hit, layout)),
      '',
    ];
  });
  const of = total === null || total === hits.length ? '' : ` of ${count(total)}`;
  return [...lines, style.dim(`${plural(hits.length, 'hit')}${of}${next === null ? '' : '; more with --limit'}`)];
}

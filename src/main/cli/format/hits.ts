import type { TapeRow } from '../../../shared/model/index.ts';
import type { Hit } from '../../../shared/rpc/contract.ts';
import { clean } from './clean.ts';
import { shortIds } from './ids.ts';
import type { Layout } from './layout.ts';
import { EMPTY } from './list.ts';
import { count, plural } from './number.ts';
import { roleStyle, type Style } from './style.ts';
import { relative } from './time.ts';
import { displayWidth, pad, truncate, truncateStart } from './width.ts';

interface Piece {
  text: string;
  hit: boolean;
}

/** The snippet cut at its matches, each piece cleaned by itself so that the offsets stay true. Offsets that do not fit are passed over. */
const piecesOf = ({ snippet: text, matches }: Hit): Piece[] => {
  const pieces: Piece[] = [];
  let at = 0;
  for (const [from, to] of matches) {
    if (from < at || to > text.length) continue;
    pieces.push({ text: keepBlanks(text.slice(at, from)), hit: false }, { text: keepBlanks(text.slice(from, to)), hit: true });
    at = to;
  }
  return [...pieces, { text: keepBlanks(text.slice(at)), hit: false }];
};

/** How much of a line may stand before the first match: the match itself must be in sight. */
const LEAD = 0.4;

/** The snippet in one line with its matches painted. */
const snippet = (hit: Hit, width: number, style: Style): string => {
  const [lead, ...rest] = piecesOf(hit);
  let room = width;
  let line = '';
  for (const piece of [{ text: truncateStart(lead?.text ?? '', Math.floor(width * LEAD)), hit: false }, ...rest]) {
    const fitted = truncate(piece.text, room);
    line += piece.hit ? style.match(fitted) : fitted;
    room -= displayWidth(fitted);
    if (fitted !== piece.text || room <= 0) break;
  }
  return line.trimEnd();
};

/** `clean` trims; between two pieces of one line the blank at the seam belongs to the text. */
const keepBlanks = (text: string): string => {
  const cleaned = clean(text);
  if (cleaned === '') return text === '' ? '' : ' ';
  return `${/^\s/.test(text) ? ' ' : ''}${cleaned}${/\s$/.test(text) ? ' ' : ''}`;
};

/** Below this width the words of a hit are worth more than its time. */
const WIDE = 100;

const hitLine = (hit: Hit, { width, style, now }: Layout): string => {
  const entry = pad(`#${count(hit.seq)}`, 8, 'right');
  const step = pad(hit.step === null ? '' : `step ${count(hit.step)}`, 10);
  const role = pad(hit.role ?? clean(hit.kind), 9);
  const when = width >= WIDE ? `  ${relative(hit.time, now)}` : '';
  const head = `${entry}  ${step}  `;
  const room = Math.max(20, width - displayWidth(`${head}${role}  ${when}`));
  return `${style.dim(head)}${roleStyle(style, hit.role)(role)}  ${snippet(hit, room, style)}${style.dim(when)}`;
};

/** Hits under the tape they are in, in the order of the answer. */
export const formatHits = (
  query: string,
  hits: readonly Hit[],
  tapes: readonly TapeRow[],
  { total, next }: { total: number | null; next: string | null },
  layout: Layout,
): string[] => {
  const { style, width } = layout;
  if (tapes.length === 0) return [EMPTY];
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
};

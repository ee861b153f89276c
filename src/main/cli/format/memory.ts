import type { Memory, MemoryHit, TapeRow } from '../../../shared/model/index.ts';
import { clean } from './clean.ts';
import { shortIds } from './ids.ts';
import type { Layout } from './layout.ts';
import { count, plural } from './number.ts';
import { paintSnippet } from './snippet.ts';
import { roleStyle } from './style.ts';
import { displayWidth, pad, truncate } from './width.ts';

/** Below this width the words of a hit are worth more than its step. */
const WIDE = 100;

const scoreOf = ({ score }: MemoryHit): string => pad(score.toFixed(1), 5, 'right');

const hitLine = (hit: MemoryHit, { width, style }: Layout, tape: string | null): string => {
  const step = width < WIDE ? '' : `${pad(hit.step === null ? '' : `step ${count(hit.step)}`, 9)}  `;
  const head = `${scoreOf(hit)}  ${tape === null ? '' : `${tape}  `}${pad(`#${count(hit.seq)}`, 8)}  ${step}`;
  const name = width < WIDE ? 13 : 24;
  const phase = pad(truncate(clean(hit.phase), name), name);
  const role = pad(truncate(clean(hit.role ?? hit.kind), 9), 9);
  const room = Math.max(20, width - displayWidth(`${head}${phase}  ${role}  `));
  return `${style.dim(head)}${phase}  ${roleStyle(style, hit.role)(role)}  ${paintSnippet(hit, room, style)}`;
};

/** Hits with the best first, then how much was asked and what was not. */
export const formatMemory = (query: string, memory: Memory, tapes: readonly TapeRow[], layout: Layout): string[] => {
  const { hits, notes, index } = memory;
  const { style } = layout;
  const short = shortIds(tapes.map(({ id }) => id));
  const several = new Set(hits.map(({ tape }) => tape)).size > 1;
  const lines = hits.map((hit) => hitLine(hit, layout, several ? clean(short.get(hit.tape) ?? hit.tape) : null));
  const asked = index === 'whole' || index === 'partial';
  const none = asked && hits.length === 0 ? [`No hits for “${truncate(clean(query), 60)}”.`] : [];
  const sum = hits.length === 0 ? [] : ['', style.dim(`${plural(hits.length, 'hit')}, each read from its source and checked`)];
  return [...lines, ...none, ...sum, ...notes.map((note) => style.dim(clean(note)))];
};

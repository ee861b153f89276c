import type { NativeEntry } from '../../../shared/model/native.ts';
import { whyNothing } from '../../engine/text/terms.ts';
import { clean } from './clean.ts';
import { wordsOf } from './entry-line.ts';
import type { Layout } from './layout.ts';
import { momentOf } from './log.ts';
import { plural } from './number.ts';
import { paintSnippet } from './snippet.ts';
import { roleStyle } from './style.ts';
import { displayWidth, pad, truncate } from './width.ts';

/** A hit as `tape search` answers it. */
export interface NativeItem extends NativeEntry {
  snippet: string;
  matches: [number, number][];
}

const KIND = 11;
/** Below this width the words of a hit are worth more than its time. */
const WIDE = 70;

const hitLine = (hit: NativeItem, { width, style }: Layout): string => {
  const { day, time } = momentOf(hit.at);
  const head = `${pad(`#${hit.id}`, 7, 'right')}  ${width < WIDE ? '' : `${day} ${time.slice(0, 5)}  `}`;
  const kind = pad(truncate(clean(hit.kind), KIND), KIND);
  const room = Math.max(12, width - displayWidth(`${head}${kind}  `));
  return `${style.dim(head)}${roleStyle(style, wordsOf(hit, 'line').role)(kind)}  ${paintSnippet(hit, room, style)}`;
};

const groupOf = ({ session, anchor }: NativeItem): string => `${session === undefined ? '' : `${clean(session)} · `}${clean(anchor)}`;

/** Hits in the order of the answer, under the phase that they are in; with its session where several were searched. */
export function formatNativeHits(query: string, hits: readonly NativeItem[], more: boolean, layout: Layout): string[] {
  const { style, width } = layout;
  if (hits.length === 0) return [clean(whyNothing(query) ?? `Nothing holds “${truncate(query, 60)}”.`)];
  let group: string | null = null;
  const lines = hits.flatMap((hit) => {
    const own = groupOf(hit);
    const head = own === group ? [] : [style.bold(truncate(own, width))];
    group = own;
    return [...head, hitLine(hit, layout)];
  });
  return [...lines, '', style.dim(`${plural(hits.length, 'hit')}${more ? '; more with --limit' : ''}`)];
}

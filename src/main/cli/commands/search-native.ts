import type { AskedSearch } from '../../../shared/library/asked.ts';
import type { NativeEntry } from '../../../shared/model/native.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { sessionNames } from '../../engine/store/places.ts';
import type { EntryQuery, NativeHit, Workspace } from '../../engine/store/types.ts';
import { whyNothing } from '../../engine/text/terms.ts';
import type { Context } from '../command.ts';
import { clean } from '../format/clean.ts';
import { wordsOf } from '../format/entry-line.ts';
import { dayAndTime } from '../format/log.ts';
import { plural } from '../format/number.ts';
import { paintSnippet } from '../format/snippet.ts';
import { type Layout, roleStyle } from '../format/style.ts';
import { displayWidth, pad, truncate } from '../format/width.ts';
import { onTape, whichOf } from '../native.ts';
import { momentOf, textOf } from '../options.ts';

const isoOf = (time: number | undefined): string | undefined => (time === undefined ? undefined : new Date(time).toISOString());

/** What options and typed conditions narrow; an option counts more. Throws TapeError('bad-input') for several kinds. */
const narrowOf = ({ given, terminal }: Context, { filters }: AskedSearch, limit: number): Omit<EntryQuery, 'ids'> => {
  const [typed, ...others] = filters.kind ?? [];
  if (others.length > 0) throw new TapeError('bad-input', 'A native tape is searched by one kind at a time.');
  const kind = textOf(given, 'kind') ?? typed;
  const since = momentOf(given, 'since', terminal.layout.now) ?? isoOf(filters.since);
  const until = momentOf(given, 'until', terminal.layout.now) ?? isoOf(filters.until);
  return {
    // One more than is shown tells whether there are more.
    limit: limit + 1,
    ...(kind !== undefined && { kind }),
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
  };
};

const itemOf = ({ entry, snippet, matches }: NativeHit, session: string | undefined): NativeItem => ({
  ...entry,
  ...(session !== undefined && { session }),
  snippet,
  matches,
});

/** Each session's newest hits, one session after the other, or those of the one tape that the command line names. */
const find = async (
  context: Context,
  workspace: Workspace,
  asked: AskedSearch,
  limit: number,
): Promise<{ items: NativeItem[]; more: boolean }> => {
  const every = context.given.options['all-sessions'] === true;
  const tapes = every ? sessionNames(workspace).map((session) => ({ session, fork: null })) : [whichOf(context.given, workspace)];
  const narrow = narrowOf(context, asked, limit);
  const items: NativeItem[] = [];
  let more = false;
  for (const which of tapes) {
    const hits = await onTape(context, workspace, which, (tape) => tape.search(asked.query, narrow));
    more ||= hits.length > limit;
    items.push(...hits.slice(0, limit).map((hit) => itemOf(hit, every ? which.session : undefined)));
  }
  return { items, more };
};

/** Searches the native tape of this directory. Throws TapeError('bad-input') for conditions without a word: the log lists by those. */
export async function searchNative(context: Context, workspace: Workspace, asked: AskedSearch, limit: number): Promise<void> {
  const { given, json, terminal } = context;
  const other = ['session', 'fork'].find((name) => given.options[name] !== undefined);
  if (given.options['all-sessions'] === true && other !== undefined) {
    throw new TapeError('bad-input', `--all-sessions and --${other} cannot both be given.`);
  }
  if (asked.query === '')
    throw new TapeError(
      'bad-input',
      'A native tape is searched for words: tape log --since T lists its entries, tape search --imported the catalog.',
    );
  const { items, more } = await find(context, workspace, asked, limit);
  if (json) terminal.json({ items, more });
  else terminal.print(formatNativeHits(asked.query, items, more, terminal.layout));
}

/** A hit as `tape search` answers it. */
interface NativeItem extends NativeEntry {
  snippet: string;
  matches: [number, number][];
}

const KIND = 11;
/** Below this width the words of a hit are worth more than its time. */
const WIDE = 70;

const hitLine = (hit: NativeItem, { width, style }: Layout): string => {
  const { day, time } = dayAndTime(hit.at);
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

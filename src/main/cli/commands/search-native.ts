import type { AskedSearch } from '../../../shared/library/asked.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { sessionNames } from '../../engine/store/places.ts';
import type { EntryQuery, NativeHit, Workspace } from '../../engine/store/types.ts';
import type { Context } from '../command.ts';
import { formatNativeHits, type NativeItem } from '../format/native-hits.ts';
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

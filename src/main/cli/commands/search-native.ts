import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { sessionNames } from '../../engine/store/places.ts';
import type { EntryQuery, NativeHit, Workspace } from '../../engine/store/types.ts';
import type { Context } from '../command.ts';
import { formatNativeHits, type NativeItem } from '../format/native-hits.ts';
import { onTape, whichOf } from '../native.ts';
import { momentOf, textOf } from '../options.ts';

const narrowOf = ({ given, terminal }: Context, limit: number): Omit<EntryQuery, 'ids'> => {
  const kind = textOf(given, 'kind');
  const since = momentOf(given, 'since', terminal.layout.now);
  const until = momentOf(given, 'until', terminal.layout.now);
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
  query: string,
  limit: number,
): Promise<{ items: NativeItem[]; more: boolean }> => {
  const every = context.given.options['all-sessions'] === true;
  const tapes = every ? sessionNames(workspace).map((session) => ({ session, fork: null })) : [whichOf(context.given, workspace)];
  const narrow = narrowOf(context, limit);
  const items: NativeItem[] = [];
  let more = false;
  for (const which of tapes) {
    const hits = await onTape(context, workspace, which, (tape) => tape.search(query, narrow));
    more ||= hits.length > limit;
    items.push(...hits.slice(0, limit).map((hit) => itemOf(hit, every ? which.session : undefined)));
  }
  return { items, more };
};

/** Searches the native tape of this directory. */
export async function searchNative(context: Context, workspace: Workspace, query: string, limit: number): Promise<void> {
  const { given, json, terminal } = context;
  const other = ['session', 'fork'].find((name) => given.options[name] !== undefined);
  if (given.options['all-sessions'] === true && other !== undefined) {
    throw new TapeError('bad-input', `--all-sessions and --${other} cannot both be given.`);
  }
  const { items, more } = await find(context, workspace, query, limit);
  if (json) terminal.json({ items, more });
  else terminal.print(formatNativeHits(query, items, more, terminal.layout));
}

import { asking, REACHED, readAsked, slipsIn } from '../../../shared/library/asked.ts';
import type { SearchFilters } from '../../../shared/model/index.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Workspace } from '../../engine/store/types.ts';
import type { Context, Declaration, Given } from '../command.ts';
import { allSessions, json, kind, since, until, WHICH } from '../flags.ts';
import { neededWorkspace, workspaceHere } from '../native.ts';
import { wholeOf } from '../options.ts';

export const command: Declaration = {
  flags: [
    { name: 'tape', value: 'ID', offers: 'file', description: 'search in this tape of the catalog only; a file works too' },
    { name: 'imported', description: 'search in all tapes of the catalog, even where this directory has a native tape' },
    { name: 'phrase', description: 'the words follow one another' },
    { name: 'code', description: 'identifiers, however their parts are joined: retryNow finds retry_now too' },
    { name: 'regex', description: 'a regular expression; stops after two seconds and says what was not searched' },
    { name: 'best', description: 'the best hits first, instead of the newest' },
    { name: 'agent', value: 'NAME', offers: 'agent', many: true, description: 'in sessions of this agent' },
    { name: 'project', value: 'NAME', many: true, description: 'in this project: its folder, or the name of the folder' },
    kind,
    { name: 'role', value: 'ROLE', offers: ['system', 'user', 'assistant', 'tool'], many: true, description: 'of this role' },
    { name: 'tool', value: 'NAME', many: true, description: 'calls of this tool and their results' },
    { name: 'file', value: 'PATH', many: true, description: 'calls about this file and their results; the end of its path is enough' },
    {
      name: 'reached',
      value: 'HOW',
      offers: REACHED,
      many: true,
      description: 'still in context, left since, on another branch only, or never sent',
    },
    { name: 'error', description: 'only what failed' },
    since,
    until,
    { name: 'limit', value: 'N', description: 'hits to print, 1 to 200 (default: 20)' },
    allSessions,
    ...WHICH,
    json,
  ],
  notes: [
    'Where this directory has a workspace, its tape is searched: other sessions only with --session or --all-sessions.',
    'Where it has none, or with --tape or --imported, the catalog is; text that is not indexed yet is indexed first.',
    'All words must match; "words in quotes" follow one another; mend* matches every word that begins with mend.',
    'Conditions may be typed, with words or alone: retry kind:error project:shop since:yesterday. All but kind, since and until search the catalog, where --kind takes user, assistant, call, result, error and summary too. A project is all worktrees and clones of its repository.',
    '--all-sessions, --session and --fork are for native tapes.',
  ],
  example: ['tape search "rate limit" --since 3d', 'finds both words in what was said in the last three days, newest first'],
  run,
};

const LONGEST_QUERY = 500;
const ONLY_IMPORTED = [
  'tape',
  'imported',
  ...['phrase', 'code', 'regex', 'best', 'agent', 'project', 'role', 'tool', 'file', 'reached', 'error'],
];
const ONLY_NATIVE = ['all-sessions', 'session', 'fork'];

/** Conditions that a native tape is searched by as well. */
const BOTH: readonly string[] = ['kind', 'since', 'until'];

/** The workspace to search in; null for the catalog. An option, or a condition that was typed, tells by itself which of the two is meant. */
const workspaceOf = ({ options }: Given, filters: SearchFilters): Workspace | null => {
  const option = ONLY_IMPORTED.find((name) => options[name] !== undefined);
  const condition = asking(filters).find((name) => !BOTH.includes(name));
  const imported = option === undefined ? condition && `${condition}:` : `--${option}`;
  const native = ONLY_NATIVE.find((name) => options[name] !== undefined);
  if (imported !== undefined && native !== undefined) {
    throw new TapeError('bad-input', `${imported} searches the catalog, and --${native} is for native tapes: both cannot be given.`);
  }
  if (imported !== undefined) return null;
  return native === undefined ? workspaceHere() : neededWorkspace();
};

async function run(context: Context): Promise<undefined> {
  const query = context.given.operands[0] ?? '';
  if (query.trim() === '' || query.length > LONGEST_QUERY) {
    throw new TapeError('bad-input', `A query has 1 to ${LONGEST_QUERY} characters.`);
  }
  const limit = wholeOf(context.given, 'limit', 20, [1, 200]);
  const { now } = context.terminal.layout;
  const isPattern = context.given.options.regex === true;
  const typed = isPattern ? { query, filters: {} } : readAsked(query, now);
  if (!isPattern) for (const slip of slipsIn(query, now)) context.terminal.warn(slip, context.json);
  const workspace = workspaceOf(context.given, typed.filters);
  if (workspace) {
    const { searchNative } = await import('./search-native.ts');
    await searchNative(context, workspace, typed, limit);
  } else {
    const { searchImported } = await import('./search-imported.ts');
    await searchImported(context, query, limit);
  }
  return undefined;
}

import { resolve } from 'node:path';
import { type PolicyChoice, parsePolicy } from '../../shared/model/policy.ts';
import { TapeError } from '../../shared/rpc/tape-error.ts';
import { defaultHome } from '../engine/app/home.ts';
import { loadSettings } from '../engine/app/settings.ts';
import { findWorkspace } from '../engine/store/places.ts';
import type { OpenOptions, Tape, Which, Workspace } from '../engine/store/types.ts';
import type { Context, Given } from './command.ts';
import { policyOf, textOf } from './options.ts';
import type { Terminal } from './terminal.ts';

// Native commands open the store and nothing else: the catalog, its workers and the schema library stay out of their way.

/** The folder of the workspaces: TAPE_HOME, else the setting, else `~/.tape`. */
export function tapeHome(env = process.env): string {
  return resolve(env.TAPE_HOME || loadSettings(defaultHome()).tapeHome);
}

/** The workspace of the current directory, or null where neither it nor a directory above it is bound. */
export function workspaceHere(): Workspace | null {
  return findWorkspace(tapeHome(), process.cwd());
}

/** The same, but throws 'not-found' with a sentence that says what to do. */
export function neededWorkspace(): Workspace {
  const workspace = workspaceHere();
  if (workspace) return workspace;
  throw new TapeError(
    'not-found',
    `Neither ${process.cwd()} nor a directory above it has a native tape. tape init starts one; tape init --from DIR adopts that of a directory which was moved here.`,
  );
}

/** The tape that `--session` and `--fork` name. Whether it exists shows when it is opened. */
export function whichOf(given: Given, { config }: Workspace): Which {
  return {
    session: textOf(given, 'session') ?? config.defaultSession,
    fork: textOf(given, 'fork') ?? null,
  };
}

/** The tape that is named; undefined where none is, for what is then about all of the workspace. */
export function namedOf(given: Given, workspace: Workspace): Which | undefined {
  return given.options.session === undefined && given.options.fork === undefined ? undefined : whichOf(given, workspace);
}

/** What of its context a command needs to open a tape. */
type Asked = Pick<Context, 'terminal' | 'json'>;

/** Sentences that are about the tape and not the answer go to stderr, also where nobody watches: a torn line is worth a log line. */
export function warn(terminal: Terminal, notes: readonly string[], json: boolean): void {
  for (const note of notes) terminal.warn(note, json);
}

/** How many notes of a tape were printed already: it may mend more while it is open. */
const told = new WeakMap<Tape, number>();

const tell = ({ terminal, json }: Asked, tape: Tape): void => {
  warn(terminal, tape.notes.slice(told.get(tape) ?? 0), json);
  told.set(tape, tape.notes.length);
};

/** Opens one tape of a workspace, and says what had to be mended. */
export async function openNative(asked: Asked, workspace: Workspace, which: Which, options?: OpenOptions): Promise<Tape> {
  const { openTape } = await import('../engine/store/open-tape.ts');
  const tape = openTape(workspace, which, options);
  tell(asked, tape);
  return tape;
}

/** Closes it, and says what was mended since. */
export function closeNative(asked: Asked, tape: Tape): void {
  tell(asked, tape);
  tape.close();
}

/** Opens one tape of a workspace, hands it to `work`, and closes it whatever happens. */
export async function onTape<Answer>(
  asked: Asked,
  workspace: Workspace,
  which: Which,
  work: (tape: Tape) => Answer | Promise<Answer>,
  options?: OpenOptions,
): Promise<Answer> {
  const tape = await openNative(asked, workspace, which, options);
  try {
    return await work(tape);
  } finally {
    closeNative(asked, tape);
  }
}

/** The same with the tape that the command line names. */
export async function withTape<Answer>(
  context: Context,
  work: (tape: Tape) => Answer | Promise<Answer>,
  options?: OpenOptions,
): Promise<Answer> {
  const workspace = neededWorkspace();
  return onTape(context, workspace, whichOf(context.given, workspace), work, options);
}

/** For commands that write: the session is begun where `--new` says so. Throws 'not-found' with what there is, 'refused' for `--new` with one that is there. */
export function createOf({ options }: Given): OpenOptions {
  if (options.new !== true) return {};
  if (options.session === undefined) throw new TapeError('bad-input', '--new goes with --session: it creates the session of that name.');
  if (options.fork !== undefined) throw new TapeError('bad-input', '--new creates a session; tape fork creates a fork.');
  return { create: true };
}

/** What a tape is called in a sentence: `main`, or `main, fork try-a`. */
export function nameOf({ session, fork }: Which): string {
  return fork === null ? session : `${session}, fork ${fork}`;
}

/** The policy of the command line, with a name that the workspace or the settings know in its place. */
export function choiceHere(given: Given, { workspace }: Tape, more?: Parameters<typeof policyOf>[1]): PolicyChoice {
  const named = { ...loadSettings(defaultHome()).policies, ...workspace.config.policies };
  return parsePolicy(policyOf(given, more), (name) => (Object.hasOwn(named, name) ? named[name] : undefined));
}

/** The sequence number of an anchor's phase. Throws 'not-found' with a sentence. */
export function neededAnchor(tape: Tape, name: string) {
  const anchor = tape.anchor(name);
  if (anchor) return anchor;
  throw new TapeError('not-found', `There is no anchor "${name.slice(0, 80)}" in ${nameOf(tape.which)}. See tape anchors.`);
}

import type { Tape } from '../../engine/store/types.ts';
import type { Command } from '../arguments.ts';
import { type Candidate, complete, type Names } from '../completion.ts';
import { clean } from '../format/clean.ts';
import { workspaceHere } from '../native.ts';
import type { Run } from '../run.ts';

/** Whatever is wrong with a tape, a shell in the middle of a line is not the place to tell. */
const orNone = async (find: () => Promise<Candidate[]>): Promise<Candidate[]> => {
  try {
    return await find();
  } catch {
    return [];
  }
};

const named = (value: string, about = ''): Candidate => ({ value, about });

const sessions = async (): Promise<Candidate[]> => {
  const workspace = workspaceHere();
  if (!workspace) return [];
  const { sessionNames } = await import('../../engine/store/places.ts');
  return sessionNames(workspace).map((name) => named(name));
};

const ofTape = async (session: string | undefined, read: (tape: Tape) => Candidate[]): Promise<Candidate[]> => {
  const workspace = workspaceHere();
  if (!workspace) return [];
  const { openTape } = await import('../../engine/store/open-tape.ts');
  const tape = openTape(workspace, { session: session ?? workspace.config.defaultSession, fork: null }, { readOnly: true });
  try {
    return read(tape);
  } finally {
    tape.close();
  }
};

const READ = {
  anchor: (tape: Tape) => tape.anchors().map(({ seq, name }) => named(name, `phase ${seq}`)),
  fork: (tape: Tape) => tape.forks().flatMap(({ name, state, note }) => (state === 'open' ? [named(name, note ?? 'open')] : [])),
};

/** Names are looked up before the words are completed, but only those of the sort that is asked for. */
const wanted = (
  words: readonly string[],
  commands: readonly Command[],
): { sort: Parameters<Names>[0]; session: string | undefined } | null => {
  let asked: ReturnType<typeof wanted> = null;
  complete(words, commands, (sort, session) => {
    asked = { sort, session };
    return [];
  });
  return asked;
};

export const run: Run = async ({ given, commands, terminal }) => {
  const asked = wanted(given.operands, commands);
  const names = await orNone(async () => {
    if (!asked) return [];
    return asked.sort === 'session' ? sessions() : ofTape(asked.session, READ[asked.sort]);
  });
  const found = complete(given.operands, commands, () => names);
  terminal.print(found.map(({ value, about }) => (about === '' ? value : `${value}\t${clean(about)}`)));
  return undefined;
};

import type { Tape } from '../../engine/store/types.ts';
import type { Declaration } from '../command.ts';
import { type Asked, completing } from '../completing.ts';
import type { Candidate } from '../completion.ts';
import { workspaceHere } from '../native.ts';

const named = (value: string, about = ''): Candidate => ({ value, about });

const sessions = async (): Promise<Candidate[]> => {
  const workspace = workspaceHere();
  if (!workspace) return [];
  const { sessionNames } = await import('../../engine/store/places.ts');
  return sessionNames(workspace).map((name) => named(name));
};

const agents = async (): Promise<Candidate[]> => {
  const { abouts } = await import('../../engine/formats/abouts.ts');
  return abouts.map(({ id, name: about }) => named(id, about));
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

const READ: Partial<Record<Asked['sort'], (tape: Tape) => Candidate[]>> = {
  anchor: (tape) => tape.anchors().map(({ seq, name }) => named(name, `phase ${seq}`)),
  fork: (tape) => tape.forks().flatMap(({ name, state, note }) => (state === 'open' ? [named(name, note ?? 'open')] : [])),
};

export const command: Declaration = {
  flags: [],
  notes: [],
  example: ['tape __complete completion b', 'prints bash: the last word is the one being typed'],
  run: completing(async ({ sort, session }) => {
    if (sort === 'session') return sessions();
    if (sort === 'agent') return agents();
    const read = READ[sort];
    return read === undefined ? [] : ofTape(session, read);
  }),
};

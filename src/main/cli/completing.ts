import type { Run } from './command.ts';
import { type Candidate, complete, type Names } from './completion.ts';
import { clean } from './format/clean.ts';

/** What is asked for: names of one sort, of the session that the line names, for a line of these words. */
export interface Asked {
  sort: Parameters<Names>[0];
  session: string | undefined;
  words: readonly string[];
}

/** Whatever is wrong with a tape or a project, a shell in the middle of a line is not the place to tell. */
const orNone = async (find: () => Promise<Candidate[]>): Promise<Candidate[]> => {
  try {
    return await find();
  } catch {
    return [];
  }
};

/** The command that a shell asks. Names are looked up before the words are completed, but only those of the sort that is asked for. */
export function completing(look: (asked: Asked, context: Parameters<Run>[0]) => Promise<Candidate[]>): Run {
  return async (context) => {
    const { given, commands, terminal } = context;
    const words = given.operands;
    const asked: Asked[] = [];
    await complete(words, commands, (sort, session) => {
      asked.push({ sort, session, words });
      return [];
    });
    const [first] = asked;
    const names = first === undefined ? [] : await orNone(() => look(first, context));
    const found = await complete(words, commands, () => names);
    terminal.print(found.map(({ value, about }) => (about === '' ? value : `${value}\t${clean(about)}`)));
    return undefined;
  };
}

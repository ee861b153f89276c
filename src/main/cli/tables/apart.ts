import type { Command, Declaration, Row, Run } from '../command.ts';

/** A row with all of its declaration in it, next to a file that only runs. */
export type WholeRow = Omit<Command, 'load' | 'run'> & { load(): Promise<{ run: Run }> };

/** Parts a whole row into what lists the command and what its file says. */
export function apart({ name, topic, summary, operands, load, ...rest }: WholeRow): Row {
  return {
    name,
    topic,
    summary,
    operands,
    load: async (): Promise<{ command: Declaration }> => ({ command: { ...rest, ...(await load()) } }),
  };
}

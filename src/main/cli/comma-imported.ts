import type { Ran } from '../engine/native-calls/commands/run.ts';
import type { Context } from './command.ts';

/** Runs a comma command on a log of an agent: those that read. Throws 'refused' for those that write. */
export async function runImported({ session }: Context, file: string, line: string): Promise<Ran> {
  const open = await session();
  const row = await open.tape(file, { text: /^,\s*(?:tape\.)?search/.test(line) });
  return open.call('tapes.command', { tape: row.id, line });
}

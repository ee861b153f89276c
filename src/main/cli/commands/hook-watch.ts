import { defaultHome } from '../../engine/app/home.ts';
import { watchCompaction } from '../../hooks/watch.ts';
import type { Context, Declaration } from '../command.ts';

export const command: Declaration = {
  flags: [],
  notes: [],
  example: ['tape __watch AGENT SESSION BYTES AT', 'keeps what is in context, then reports what the compaction took'],
  run,
};

async function run({ given, session, signal }: Context): Promise<undefined> {
  const [agent = '', name = '', bytes = '', at = ''] = given.operands;
  await watchCompaction(await session(), { home: defaultHome(), agent, session: name }, { bytes: Number(bytes), at: Number(at) }, signal);
  return undefined;
}

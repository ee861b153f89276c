import { existsSync } from 'node:fs';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { actsOn } from '../../engine/native-calls/acts.ts';
import type { Ran } from '../../engine/native-calls/commands/run.ts';
import type { Context, Declaration } from '../command.ts';
import { Exit } from '../exit.ts';
import { clean } from '../format/clean.ts';
import { neededWorkspace, onTape } from '../native.ts';
import { refreshCatalog } from '../refresh.ts';

export const command: Declaration = {
  flags: [],
  notes: [],
  example: ["tape ',tape.info'", 'as in the window; add FILE to use it on a log'],
  run,
};

/** The words of the shell as one line: an argument with blanks is one value again. */
const lineOf = (words: readonly string[]): string =>
  words
    .map((word, at) =>
      at === 0 || !/\s/.test(word)
        ? word
        : word.replace(/^([\w.-]+=)?(.*)$/s, (_, key = '', value: string) => `${key}${JSON.stringify(value)}`),
    )
    .join(' ');

const runHere = async (context: Context, line: string): Promise<Ran> => {
  const workspace = neededWorkspace();
  const { runLine } = await import('../../engine/native-calls/commands/run.ts');
  const which = { session: workspace.config.defaultSession, fork: null };
  const moved = { folder: '' };
  const ran = await onTape(context, workspace, which, async (tape) => runLine(await actsOn(tape, moved), line));
  if (moved.folder !== '') await refreshCatalog(context, moved.folder);
  return ran;
};

/** Runs a comma command on a log of an agent: those that read. Throws 'refused' for those that write. */
async function runImported({ session }: Context, file: string, line: string): Promise<Ran> {
  const open = await session();
  const row = await open.tape(file, { text: /^,\s*(?:tape\.)?search/.test(line) });
  return open.call('tapes.command', { tape: row.id, line });
}

/** A line that begins with a comma: on the native tape of this directory, or read-only on a log that is named after it. */
async function run(context: Context): Promise<number | undefined> {
  const json = context.given.operands.includes('--json');
  const words = context.given.operands.filter((word) => word !== '--json');
  const file = words.length > 1 && existsSync(words.at(-1) ?? '') ? words.at(-1) : undefined;
  const line = lineOf(file === undefined ? words : words.slice(0, -1));
  const ran = file === undefined ? await runHere(context, line) : await runImported(context, file, line);
  if (ran.did === 'unknown') throw new TapeError('bad-input', ran.lines.join(' '));
  if (json) context.terminal.json(ran);
  else context.terminal.print(ran.lines.map(clean));
  return Exit.Done;
}

import { existsSync } from 'node:fs';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Acts, Ran } from '../../engine/native-calls/commands/run.ts';
import type { Tape } from '../../engine/store/types.ts';
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

/** `went` is notified of the folder in which something moved to the archive: the catalog has to forget it. */
export async function actsOn(tape: Tape, went: { folder: string }): Promise<Acts> {
  const { forkTape } = await import('../../engine/store/fork.ts');
  const { discardFork } = await import('../../engine/store/discard.ts');
  const { resetTape } = await import('../../engine/store/reset.ts');
  const { previewMerge } = await import('../../engine/store/merge/merge.ts');
  return {
    tape,
    forks: () => tape.forks(),
    append: (entries) => tape.append(entries),
    handoff: (input) => tape.handoff(input),
    fork: (name, at, note) => forkTape(tape, { name, ...(at !== undefined && { at }), ...(note !== undefined && { note }) }),
    discard: (name, note) => {
      went.folder = tape.folder;
      return discardFork(tape, { name, ...(note !== undefined && { note }) }).archive;
    },
    preview: (options) => previewMerge(tape, { ...options, gate: null, head: null }),
    archive: () => {
      went.folder = tape.folder;
      return resetTape(tape, { archive: true }).archive;
    },
  };
}

const runHere = async (context: Context, line: string): Promise<Ran> => {
  const workspace = neededWorkspace();
  const { runLine } = await import('../../engine/native-calls/commands/run.ts');
  const which = { session: workspace.config.defaultSession, fork: null };
  const went = { folder: '' };
  const ran = await onTape(context, workspace, which, async (tape) => runLine(await actsOn(tape, went), line));
  if (went.folder !== '') await refreshCatalog(context, went.folder);
  return ran;
};

/** A line that begins with a comma: on the native tape of this directory, or read-only on a log that is named after it. */
async function run(context: Context): Promise<number | undefined> {
  const json = context.given.operands.includes('--json');
  const words = context.given.operands.filter((word) => word !== '--json');
  const file = words.length > 1 && existsSync(words.at(-1) ?? '') ? words.at(-1) : undefined;
  const line = lineOf(file === undefined ? words : words.slice(0, -1));
  const ran =
    file === undefined ? await runHere(context, line) : await (await import('../comma-imported.ts')).runImported(context, file, line);
  if (ran.did === 'unknown') throw new TapeError('bad-input', ran.lines.join(' '));
  if (json) context.terminal.json(ran);
  else context.terminal.print(ran.lines.map(clean));
  return Exit.Done;
}

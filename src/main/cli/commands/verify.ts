import type { Verified } from '../../../shared/model/native.ts';
import type { Context, Declaration } from '../command.ts';
import { Exit } from '../exit.ts';
import { EVERY_TAPE, json, WHICH } from '../flags.ts';
import { clean } from '../format/clean.ts';
import { plural } from '../format/number.ts';
import type { Layout } from '../format/style.ts';
import { wrap } from '../format/wrap.ts';
import { namedOf, neededWorkspace } from '../native.ts';

export const command: Declaration = {
  flags: [...WHICH, json],
  notes: [EVERY_TAPE, 'Changes nothing. JSON holds {ok, tapes, entries, problems: []}. Exits with 0 if all is clean, else with 3.'],
  example: ['tape verify', 'reads every tape of the workspace'],
  run,
};

const problemLines = ({ file, line, sentence }: Verified['problems'][number], { width, style }: Layout): string[] => {
  const where = file === null ? '' : `${clean(file)}${line === null ? '' : `:${line}`}: `;
  return wrap(`${where}${sentence}`, width - 2).map((part, at) => (at === 0 ? `${style.bad('!')} ${part}` : `  ${part}`));
};

async function run({ given, json, terminal }: Context): Promise<number | undefined> {
  const workspace = neededWorkspace();
  const { verifyTape } = await import('../../engine/store/verify.ts');
  const verified = verifyTape(workspace, namedOf(given, workspace));
  const { ok, tapes, entries, problems } = verified;
  const all = `${plural(entries, 'entry', 'entries')} of ${plural(tapes, 'tape')}`;
  if (json) terminal.json(verified);
  else {
    terminal.print(problems.flatMap((problem) => problemLines(problem, terminal.layout)));
    terminal.print([ok ? `Clean: ${all}.` : `${plural(problems.length, 'problem')} in ${all}.`]);
  }
  return ok ? Exit.Done : Exit.Refused;
}

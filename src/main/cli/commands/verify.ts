import type { Verified } from '../../../shared/model/native.ts';
import type { Run } from '../command.ts';
import { Exit } from '../exit.ts';
import { clean } from '../format/clean.ts';
import type { Layout } from '../format/layout.ts';
import { plural } from '../format/number.ts';
import { wrap } from '../format/wrap.ts';
import { namedOf, neededWorkspace } from '../native.ts';

const problemLines = ({ file, line, sentence }: Verified['problems'][number], { width, style }: Layout): string[] => {
  const where = file === null ? '' : `${clean(file)}${line === null ? '' : `:${line}`}: `;
  return wrap(`${where}${sentence}`, width - 2).map((part, at) => (at === 0 ? `${style.bad('!')} ${part}` : `  ${part}`));
};

export const run: Run = async ({ given, json, terminal }) => {
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
};

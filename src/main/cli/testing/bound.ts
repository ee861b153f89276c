import { LogAnswer } from './answers.ts';
import { bind, openShell, type Shell } from './shell.ts';

/** A shell whose directory is bound, with entries 2 to 5 after session/start: a message, a call, its result, a correction. */
export function bound(): Shell {
  const shell = openShell();
  bind(shell, [
    { payload: { role: 'user', content: 'Mend the harbour light.' } },
    {
      kind: 'tool_call',
      payload: { calls: [{ id: 'c1', function: { name: 'Bash', arguments: '{"cmd":"ls"}' } }] },
      meta: { run_id: 'r1' },
    },
    { kind: 'tool_result', payload: { results: ['lamp.txt'] }, meta: { run_id: 'r1' } },
    { payload: { role: 'user', content: 'Mend the harbour lamp.' }, corrects: 2 },
  ]);
  return shell;
}

/** The exit codes of command lines that change nothing, all run at once. */
export function codes(shell: Shell, ...lines: string[][]): Promise<(number | null)[]> {
  return Promise.all(lines.map(async (words) => (await shell.tape(...words)).code));
}

/** The ids of an answer with entries. */
export function idsOf(answer: unknown): number[] {
  return LogAnswer.parse(answer).items.map(({ id }) => id);
}

import type { Context, Declaration } from '../command.ts';
import { completionFor } from '../completion-scripts.ts';
import { json } from '../flags.ts';

/** The command that prints the script of a program, by its name. */
export function completionOf(program: string): Declaration {
  return {
    flags: [json],
    notes: [
      'SHELL is bash, zsh or fish.',
      `In bash and zsh use it with eval "$(${program} completion SHELL)", in fish with ${program} completion fish | source.`,
    ],
    example: [`${program} completion bash`, 'prints the script; put it into ~/.bashrc with eval'],
    run: (context) => printScript(program, context),
  };
}

async function printScript(program: string, { given, json: wantsJson, terminal }: Context): Promise<undefined> {
  const shell = given.operands[0] ?? '';
  const script = completionFor(shell, program);
  if (wantsJson) terminal.json({ shell, script });
  else terminal.print([script]);
}

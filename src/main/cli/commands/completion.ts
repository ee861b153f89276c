import type { Run } from '../command.ts';
import { completionFor } from '../completion-scripts.ts';

/** The command that prints the script for a program, by its name. */
export const completionOf =
  (program: string): Run =>
  async ({ given, json, terminal }) => {
    const shell = given.operands[0] ?? '';
    const script = completionFor(shell, program);
    if (json) terminal.json({ shell, script });
    else terminal.print([script]);
    return undefined;
  };

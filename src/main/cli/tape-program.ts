import type { Program } from './command.ts';
import { COMMANDS } from './commands.ts';

export const TAPE: Program = {
  name: 'tape',
  commands: COMMANDS,
  loadHelp: async () => (await import('./help.ts')).TAPE_HELP,
};

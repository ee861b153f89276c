import type { Program } from '../command.ts';
import { CONTEXTS } from './tables/contexts.ts';
import { WORDS } from './tables/folders.ts';
import { PROJECT } from './tables/project.ts';

export const FLOAT: Program = {
  name: 'float',
  commands: [...PROJECT, ...CONTEXTS, ...WORDS],
  loadHelp: async () => (await import('./help.ts')).FLOAT_HELP,
};

import type { Flag, Operand } from '../command.ts';
import { json } from '../flags.ts';

/** Options and operands that several commands of `float` share. */

const root: Flag = { name: 'root', value: 'FOLDER', description: 'the project (default: the nearest .float at or above this folder)' };

export const COMMON: readonly Flag[] = [root, json];

export const tier: Flag = {
  name: 'tier',
  value: 'T',
  offers: ['minimal', 'standard', 'full', 'deep'],
  description: 'minimal (under 500 tokens), standard (2,000), full (5,000) or deep',
};

/** A folder of the project. */
export const folder: Operand = { name: 'PATH', required: true, offers: 'folder' };

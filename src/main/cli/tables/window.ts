import type { Command } from '../command.ts';
import { json } from '../flags.ts';
import { shellCommands } from './shell.ts';

/** Commands about how Tapescope is reached: the window, and the shell that one types in. */
export const WINDOW: readonly Command[] = [
  {
    name: 'serve',
    topic: 'window',
    summary: 'serve the window to a browser on this machine',
    operands: [],
    flags: [
      { name: 'port', value: 'N', description: 'port on 127.0.0.1 (default: a free one)' },
      { name: 'write', description: 'allow changes; without it the window is read-only' },
      json,
    ],
    notes: ['Listens on 127.0.0.1 only. Ctrl-C stops it.'],
    example: ['tape serve --port 4820', 'then open the printed address'],
    load: () => import('../commands/serve.ts'),
  },
  ...shellCommands('tape', 'window', () => import('../commands/complete.ts')),
];

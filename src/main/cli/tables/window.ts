import type { Command } from '../arguments.ts';
import { json } from '../flags.ts';

/** Commands about how Tapescope is reached: the window, and the shell that one types in. */
export const WINDOW: readonly Command[] = [
  {
    name: 'serve',
    topic: 'window',
    summary: 'open Tapescope for a browser on this machine',
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
  {
    name: 'completion',
    topic: 'window',
    summary: 'print a script that completes what you type in your shell',
    operands: [{ name: 'SHELL', required: true, offers: ['bash', 'zsh', 'fish'] }],
    flags: [json],
    notes: ['SHELL is bash, zsh or fish.', 'bash: eval "$(tape completion bash)"   zsh: the same   fish: tape completion fish | source'],
    example: ['tape completion bash', 'prints the script; put it into ~/.bashrc with eval'],
    load: () => import('../commands/completion.ts'),
  },
  {
    name: '__complete',
    topic: 'window',
    raw: true,
    summary: 'print what could stand at the end of a command line',
    operands: [{ name: 'WORD', required: false, many: true }],
    flags: [],
    notes: [],
    example: ['tape __complete log --ki', 'prints --kind: the last word is the one being typed'],
    load: () => import('../commands/complete.ts'),
  },
];

import type { Command, Run, Topic } from '../command.ts';
import { json } from '../flags.ts';

/** The commands by which a shell completes a program's command lines. `complete` prints what could stand there, by names of its own. */
export const shellCommands = (program: string, topic: Topic, complete: () => Promise<{ run: Run }>): readonly Command[] => [
  {
    name: 'completion',
    topic,
    summary: 'print a script that completes what you type in your shell',
    operands: [{ name: 'SHELL', required: true, offers: ['bash', 'zsh', 'fish'] }],
    flags: [json],
    notes: [
      'SHELL is bash, zsh or fish.',
      `bash: eval "$(${program} completion bash)"   zsh: the same   fish: ${program} completion fish | source`,
    ],
    example: [`${program} completion bash`, 'prints the script; put it into ~/.bashrc with eval'],
    load: async () => ({ run: (await import('../commands/completion.ts')).completionOf(program) }),
  },
  {
    name: '__complete',
    topic,
    raw: true,
    summary: 'print completions of a command line',
    operands: [{ name: 'WORD', required: false, many: true }],
    flags: [],
    notes: [],
    example: [`${program} __complete completion b`, 'prints bash: the last word is the one being typed'],
    load: complete,
  },
];

import type { Declaration, Row, Topic } from './command.ts';

/** The two commands by which a shell completes a program's command lines. `complete` loads the one that prints the candidates. */
export function shellRows(program: string, topic: Topic, complete: () => Promise<{ command: Declaration }>): readonly Row[] {
  const script = async (): Promise<Declaration> => (await import('./commands/completion.ts')).completionOf(program);
  return [
    {
      name: 'completion',
      topic,
      summary: 'print a script that completes what you type in your shell',
      operands: [{ name: 'SHELL', required: true, offers: ['bash', 'zsh', 'fish'] }],
      load: async () => ({ command: await script() }),
    },
    {
      name: '__complete',
      topic,
      raw: true,
      summary: 'print completions of a command line',
      operands: [{ name: 'WORD', required: false, many: true }],
      load: complete,
    },
  ];
}

import { describe, expect, it } from 'vitest';
import { commandIn } from './commands.ts';

const slash = (name: string, args: string) =>
  `<command-name>${name}</command-name>\n<command-message>${name.slice(1)}</command-message>\n<command-args>${args}</command-args>`;

describe('what is typed for a command', () => {
  it('is the words that a person typed, without the tags of the log', () => {
    expect(commandIn(slash('/model', 'sonnet'))).toEqual({ is: 'typed', text: '/model sonnet' });
    expect(commandIn(slash('/clear', ''))).toEqual({ is: 'typed', text: '/clear' });
    expect(commandIn('<command-message>review is running…</command-message>\n<command-name>/review</command-name>')).toEqual({
      is: 'typed',
      text: '/review',
    });
    expect(commandIn('<bash-input>ls -a</bash-input>')).toEqual({ is: 'typed', text: '! ls -a' });
    expect(commandIn('<user-memory-input>boats are red</user-memory-input>')).toEqual({ is: 'typed', text: '# boats are red' });
  });

  it('differs from what the command printed, which may be nothing', () => {
    expect(commandIn('<local-command-stdout>Set model to sonnet</local-command-stdout>')).toEqual({
      is: 'printed',
      text: 'Set model to sonnet',
    });
    expect(commandIn('<bash-stdout>a.txt</bash-stdout><bash-stderr>no b</bash-stderr>')).toEqual({ is: 'printed', text: 'a.txt\nno b' });
    expect(commandIn('<local-command-stdout></local-command-stdout>')).toEqual({ is: 'printed', text: '' });
  });

  it('is nothing of the kind where tags are only spoken of, or do not end', () => {
    expect(commandIn('What does <command-name>/model</command-name> do?')).toBeUndefined();
    expect(commandIn('<command-message>half')).toBeUndefined();
    expect(commandIn('Moor at the quay.')).toBeUndefined();
  });
});

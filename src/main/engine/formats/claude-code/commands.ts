import type { Part } from '../../../../shared/model/index.ts';

/** What a slash command, a line for the shell and their output are without the tags that the log has around them. */

/** `/review the parser` out of a slash command's tags; null for any other text. */
export function commandTitle(text: string): string | null {
  const name = tag(text, 'command-name');
  return name === null ? null : `${name} ${tag(text, 'command-args') ?? ''}`.trim();
}

/** `/login`: the name of a slash command that Claude Code runs itself; null for what is typed for a shell or the memory. */
export function commandOf(text: string): string | null {
  return tag(text, 'command-name')?.slice(0, 60) || null;
}

/** What is between the first tag of this name and its end; null without them. */
export function tag(text: string, name: string): string | null {
  const open = text.indexOf(`<${name}>`);
  if (open < 0) return null;
  const from = open + name.length + 2;
  const close = text.indexOf(`</${name}>`, from);
  return close < 0 ? null : text.slice(from, close).trim();
}

const TYPED = /^\s*<(?:command-name|command-message|bash-input|user-memory-input)>/;
const PRINTED = /^\s*<(?:local-command-stdout|local-command-stderr|bash-stdout|bash-stderr)>/;

/** As a person typed it (`/review the parser`, `! ls`, `# remember`) or as a command printed it; undefined for all that is neither. */
export function commandIn(text: string): Part['command'] {
  if (TYPED.test(text)) {
    const [shell, memory] = [tag(text, 'bash-input'), tag(text, 'user-memory-input')];
    const words = commandTitle(text) ?? (shell !== null ? `! ${shell}` : memory !== null ? `# ${memory}` : null);
    return words === null ? undefined : { is: 'typed', text: words };
  }
  if (!PRINTED.test(text)) return undefined;
  const outputs = ['local-command-stdout', 'local-command-stderr', 'bash-stdout', 'bash-stderr'].map((name) => tag(text, name));
  return { is: 'printed', text: outputs.filter(Boolean).join('\n') };
}

import { type Command, type Flag, loadCommand, type Operand, type Program } from './command.ts';

// Manual pages in the macros of man(7), made of the same tables as the help.

/** Text as roff prints it: its own signs as they are, and no line that begins as a request does. */
const plain = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('…', '...')
    .replace(/^(?=[.'])/gm, '\\&');

const bold = (text: string): string => `\\fB${plain(text)}\\fR`;
const italic = (text: string): string => `\\fI${plain(text)}\\fR`;

const operandOf = ({ name, required, many }: Operand): string => {
  const text = italic(name) + (many ? '...' : '');
  return required ? text : `[${text}]`;
};

const flagTerm = ({ name, value }: Flag): string => `${bold(`--${name}`)}${value === undefined ? '' : ` ${italic(value)}`}`;

/** A heading's text under a tag, in roff's `.TP`. */
const tagged = (tag: string, text: string): string[] => ['.TP', tag, plain(text)];

const commandLines = (program: string, { name, summary, operands, flags, notes, example }: Command): string[] => {
  const [line, meaning] = example;
  return [
    `.SS ${[bold(`${program} ${name}`), ...operands.map(operandOf), ...(flags.length > 0 ? ['[options]'] : [])].join(' ')}`,
    `${plain(summary.charAt(0).toUpperCase() + summary.slice(1))}.`,
    ...notes.flatMap((note) => ['.PP', plain(note)]),
    ...flags.flatMap((flag) => tagged(flagTerm(flag), flag.many ? `${flag.description}; may be repeated` : flag.description)),
    '.PP',
    `Example: ${bold(line)}`,
    '.br',
    plain(meaning),
  ];
};

/** Lines of a text with its own breaks: what is indented is shown as it is, the rest is filled. */
const verbatim = (lines: readonly string[]): string[] =>
  lines.flatMap((line) => (line === '' ? ['.PP'] : line.startsWith('  ') ? ['.nf', plain(line), '.fi'] : [plain(line)]));

const page = (name: string, version: string, about: string, body: readonly string[]): string =>
  [`.TH ${name.toUpperCase()} 1 "" "Tapescope ${version}" ""`, '.SH NAME', `${name} \\- ${plain(about)}`, ...body, ''].join('\n');

/** The manual page of `tape` or `float`: each command with its operands, options and example. */
export async function programManual({ name, commands, loadHelp }: Program, about: string, version: string): Promise<string> {
  const { head, foot } = await loadHelp();
  const shown = await Promise.all(commands.filter(({ raw }) => !raw).map(loadCommand));
  return page(name, version, about, [
    '.SH SYNOPSIS',
    `${bold(name)} ${italic('COMMAND')} [${italic('OPTIONS')}]`,
    '.SH DESCRIPTION',
    plain(head),
    '.SH COMMANDS',
    ...shown.flatMap((command) => commandLines(name, command)),
    '.SH NOTES',
    ...verbatim(foot),
  ]);
}

/** A manual page of a help that is written out, such as that of `tapescope`. */
export function textManual(name: string, help: string, about: string, version: string): string {
  return page(name, version, about, ['.SH DESCRIPTION', '.nf', plain(help), '.fi']);
}

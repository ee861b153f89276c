import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { EXPORT_FORMATS, type ExportFormat } from '../../engine/store/export/table.ts';
import type { Context, Declaration } from '../command.ts';
import { json, WHICH } from '../flags.ts';
import { withTape } from '../native.ts';
import { choiceOf } from '../options.ts';
import type { Terminal } from '../terminal.ts';

export const command: Declaration = {
  flags: [
    {
      name: 'format',
      value: 'F',
      offers: EXPORT_FORMATS,
      description: `${EXPORT_FORMATS.join(', ')} (default: jsonl)`,
    },
    { name: 'whole', description: 'with openai-messages: all phases, not only the current one' },
    ...WHICH,
    json,
  ],
  notes: ['A fork is exported with the entries that it shares. JSON holds {"format", "items"}, or "text" for markdown.'],
  example: ['tape export --format markdown', 'prints it for people, a heading for each phase'],
  run,
};

const PAGE = 500;

/** Lines of JSON as pages of objects. */
function* objectsOf(lines: Iterable<string>): Generator<unknown[]> {
  let page: unknown[] = [];
  for (const line of lines) {
    page.push(JSON.parse(line));
    if (page.length < PAGE) continue;
    yield page;
    page = [];
  }
  yield page;
}

/** The export within the one object of `--json`. */
const asJson = async (terminal: Terminal, format: ExportFormat, pieces: Iterable<string>): Promise<void> => {
  if (format === 'markdown') terminal.json({ format, text: [...pieces].join('') });
  else if (format === 'openai-messages') terminal.json({ format, items: JSON.parse([...pieces].join('')) });
  else await terminal.items(objectsOf(pieces), { format });
};

function run(context: Context): Promise<number | undefined> {
  return withTape(context, async (tape) => {
    const { given, json, terminal } = context;
    const format = choiceOf(given, 'format', EXPORT_FORMATS);
    const whole = given.options.whole === true;
    if (whole && format !== 'openai-messages')
      throw new TapeError('bad-input', '--whole is for openai-messages: the other formats are always whole.');
    const { exportTape } = await import('../../engine/store/export/export.ts');
    const pieces = exportTape(tape, { format, whole });
    if (json) await asJson(terminal, format, pieces);
    else await terminal.raw(pieces);
    return undefined;
  });
}

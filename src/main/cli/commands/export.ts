import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { EXPORT_FORMATS, type ExportFormat } from '../../engine/store/export/table.ts';
import type { Run } from '../command.ts';
import { withTape } from '../native.ts';
import { choiceOf } from '../options.ts';
import type { Terminal } from '../terminal.ts';

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

export const run: Run = (context) =>
  withTape(context, async (tape) => {
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

import type { Appended, AppendInput } from '../../../shared/model/native.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Tape } from '../../engine/store/types.ts';
import type { Context, Run } from '../command.ts';
import { spans } from '../format/spans.ts';
import { createOf, warn, withTape } from '../native.ts';
import { idOf, objectOf, textOf } from '../options.ts';
import { type Defaults, entryLine, isKind, payloadOf } from '../payload.ts';

const defaultsOf = ({ given }: Context): Defaults => {
  const kind = textOf(given, 'kind');
  if (kind !== undefined && !isKind(kind)) throw new TapeError('bad-input', '--kind takes a text of 1 to 64 characters.');
  const anchor = textOf(given, 'anchor');
  const meta = objectOf(given, 'meta');
  return { ...(kind !== undefined && { kind }), ...(anchor !== undefined && { anchor }), ...(meta !== undefined && { meta }) };
};

const answer = ({ json, terminal }: Context, { ids, notes }: Appended): void => {
  if (json) terminal.json({ ids, notes });
  else {
    terminal.print([`Appended ${spans(ids)}.`]);
    warn(terminal, notes, false);
  }
};

const appendOne = (context: Context, tape: Tape, text: string): void => {
  const defaults = defaultsOf(context);
  const corrects = idOf(context.given, 'corrects');
  const line = defaults.kind === undefined ? entryLine(text) : null;
  if (line !== null) throw new TapeError('bad-input', line);
  const { payload, note } = payloadOf(defaults.kind ?? 'message', text);
  const entry: AppendInput = { ...defaults, payload, ...(corrects !== undefined && { corrects }) };
  const { ids, notes } = tape.append([entry]);
  answer(context, { ids, notes: note === null ? notes : [...notes, note] });
};

export const run: Run = async (context) => {
  const { given } = context;
  const [payload = '-'] = given.operands;
  if (payload.trim() === '')
    throw new TapeError('bad-input', 'The payload is empty. An entry without text is written as JSON, such as \'{"text": ""}\'.');
  if (payload !== '-') {
    await withTape(context, (tape) => appendOne(context, tape, payload), createOf(given));
    return undefined;
  }
  if (given.options.corrects !== undefined) {
    throw new TapeError('bad-input', '--corrects is for one entry: give its payload, or put "corrects" into the lines.');
  }
  if (given.operands.length === 0 && process.stdin.isTTY) {
    throw new TapeError('bad-input', 'Nothing to append: give a payload, or lines on stdin. See tape append --help.');
  }
  const { appendLines } = await import('../append-lines.ts');
  return withTape(context, (tape) => appendLines(context, tape, defaultsOf(context)), createOf(given));
};

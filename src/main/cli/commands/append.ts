import type { Appended, AppendInput } from '../../../shared/model/native.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Tape } from '../../engine/store/types.ts';
import type { Context, Declaration } from '../command.ts';
import { json, kind, newSession, WHICH } from '../flags.ts';
import { spans } from '../format/ids.ts';
import { createOf, warn, withTape } from '../native.ts';
import { idOf, objectOf, textOf } from '../options.ts';
import { type Defaults, entryLine, isKind, payloadOf } from '../payload.ts';

export const command: Declaration = {
  flags: [
    { ...kind, description: 'message, system, tool_call, tool_result, event, error or a word of your own (default: message)' },
    { name: 'anchor', value: 'A', offers: 'anchor', description: 'file it under this phase (default: the current one)' },
    { name: 'meta', value: 'JSON', description: 'an object, such as {"run_id": "r7"} or {"insight": true}' },
    { name: 'corrects', value: 'N', description: 'the entry that this one corrects; both stay' },
    { name: 'keep-going', description: 'skip lines of stdin that are not entries, and list them' },
    { name: 'stream', description: 'append each line of stdin as it arrives, not in batches' },
    newSession,
    ...WHICH,
    json,
  ],
  notes: [
    'PAYLOAD is a JSON object or array; any other text becomes the text of the entry. After -- it may begin with a dash.',
    'Without PAYLOAD, or with -, stdin has one object a line: {"payload", "kind"?, "meta"?, "anchor"?, "corrects"?}.',
    'Lines are appended 2,000 at a time, all or none of them: a bad line ends the command with its number.',
    'An entry is acknowledged when it is on disk. JSON holds {"ids": […], "notes": […]}.',
  ],
  example: ['tape append --kind message "The gate closes at nine."', 'appends what a person says'],
  run,
};

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

async function run(context: Context): Promise<number | undefined> {
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
}

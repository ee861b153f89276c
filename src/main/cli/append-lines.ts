import type { AppendInput } from '../../shared/model/native.ts';
import { TapeError } from '../../shared/rpc/tape-error.ts';
import type { Tape } from '../engine/store/types.ts';
import type { Context } from './command.ts';
import { Exit } from './exit.ts';
import { spans } from './format/ids.ts';
import { count, plural } from './format/number.ts';
import { warn } from './native.ts';
import { type Defaults, entryOf } from './payload.ts';
import { linesOf, type Numbered } from './stdin.ts';

/** Lines that are appended together, all or none; fewer where they are long. */
const BATCH = 2000;
const BATCH_CHARS = 16_000_000;

interface Line {
  number: number;
  entry: AppendInput;
}

interface Refused {
  line: number;
  reason: string;
}

/** What was done so far: ids are on disk, refused lines are not. */
interface Done {
  ids: number[];
  notes: string[];
  refused: Refused[];
}

/** A failure at a line, with what stands already: an earlier batch is on disk, and nothing else is. */
const failure = (code: TapeError['code'], line: number, reason: string, done: Done): TapeError => {
  const before = done.ids.length === 0 ? 'Nothing was appended.' : `Appended before it: ${spans(done.ids)}; nothing after that.`;
  return new TapeError(code, `${reason} ${before}`, { line, ids: done.ids });
};

/** A refusal is about the entry; anything else, such as a full disk, about all that would follow too. */
const isAboutEntry = (thrown: unknown): thrown is TapeError =>
  thrown instanceof TapeError && (thrown.code === 'bad-input' || thrown.code === 'not-found' || thrown.code === 'refused');

/** The line that a batch failed at, where the store can tell; else its first. */
const lineOf = (batch: readonly Line[], thrown: TapeError): number => {
  const at = thrown.details?.index;
  return (typeof at === 'number' ? batch[at]?.number : undefined) ?? batch[0]?.number ?? 0;
};

const rangeOf = (batch: readonly Line[]): string => {
  const [from, to] = [batch[0]?.number ?? 0, batch.at(-1)?.number ?? 0];
  return from === to ? `Line ${count(from)} of stdin` : `Lines ${count(from)} to ${count(to)} of stdin`;
};

const append = (tape: Tape, batch: readonly Line[], done: Done): number[] => {
  const { ids, notes } = tape.append(batch.map(({ entry }) => entry));
  done.ids.push(...ids);
  done.notes.push(...notes);
  return ids;
};

/** Appends a batch, all or none. Throws with the line at fault and what stands already. */
const store = (tape: Tape, batch: readonly Line[], done: Done): number[] => {
  try {
    return append(tape, batch, done);
  } catch (thrown) {
    if (!(thrown instanceof TapeError)) throw thrown;
    const known = typeof thrown.details?.index === 'number' ? `Line ${count(lineOf(batch, thrown))} of stdin` : rangeOf(batch);
    throw failure(thrown.code, lineOf(batch, thrown), `${known}: ${thrown.message}`, done);
  }
};

/** As `store`, but a batch that is refused is appended line by line, and the lines at fault are named. */
const storeEach = (tape: Tape, batch: readonly Line[], done: Done): number[] => {
  try {
    return append(tape, batch, done);
  } catch (thrown) {
    if (!isAboutEntry(thrown)) return store(tape, batch, done);
    if (batch.length > 1) return batch.flatMap((line) => storeEach(tape, [line], done));
    done.refused.push({ line: batch[0]?.number ?? 0, reason: thrown.message });
    return [];
  }
};

const read = ({ number, text }: Numbered, defaults: Defaults): Line | Refused => {
  if (text === null) return { line: number, reason: `Line ${count(number)} of stdin is not UTF-8.` };
  const read = entryOf(text, defaults);
  return 'entry' in read ? { number, entry: read.entry } : { line: number, reason: `Line ${count(number)} of stdin ${read.fault}.` };
};

/** Answers whether to continue with what is read; the batches that it hands over are appended. */
const collect = async (context: Context, defaults: Defaults, done: Done, flush: (batch: readonly Line[]) => void): Promise<void> => {
  const { given, signal } = context;
  let batch: Line[] = [];
  let chars = 0;
  const end = (): void => {
    if (batch.length > 0) flush(batch);
    batch = [];
    chars = 0;
  };
  for await (const lines of linesOf(process.stdin)) {
    signal.throwIfAborted();
    for (const line of lines) {
      const found = read(line, defaults);
      if ('entry' in found) batch.push(found);
      else if (given.options['keep-going'] === true) done.refused.push(found);
      else throw failure('bad-input', found.line, found.reason, done);
      chars += line.text?.length ?? 0;
      if (batch.length >= BATCH || chars >= BATCH_CHARS) end();
    }
    if (given.options.stream === true) end();
  }
  end();
};

const answer = ({ json, terminal }: Context, { ids, notes, refused }: Done): void => {
  if (json) terminal.json({ ids, notes, ...(refused.length > 0 && { refused }) });
  else {
    if (ids.length === 0) terminal.print(['Nothing was appended: stdin held no entry.']);
    warn(terminal, [...notes, ...refused.map(({ reason }) => reason)], false);
  }
};

/** Appends the lines of stdin, batch by batch, and says which ids are on disk as they are. */
export async function appendLines(context: Context, tape: Tape, defaults: Defaults): Promise<number | undefined> {
  const { given, json, terminal, signal } = context;
  const done: Done = { ids: [], notes: [], refused: [] };
  // What comes after a reader that went away is to be appended all the same.
  terminal.outlive();
  signal.addEventListener('abort', () => process.stdin.destroy(), { once: true });
  await collect(context, defaults, done, (batch) => {
    const ids = given.options['keep-going'] === true ? storeEach(tape, batch, done) : store(tape, batch, done);
    if (!json && ids.length > 0)
      terminal.print([`Appended ${spans(ids)}${ids.length > 1 ? ` (${plural(ids.length, 'entry', 'entries')})` : ''}.`]);
  });
  answer(context, done);
  return done.refused.length > 0 ? Exit.WrongArgument : undefined;
}

import type { WireError } from '../../shared/rpc/errors.ts';
import { Exit } from './exit.ts';
import { clean, escapeControls, safeJson } from './format/clean.ts';
import { createStyle, type Layout, wantsColour } from './format/style.ts';
import { type Out, openOut } from './out.ts';

type Pages = Iterable<readonly unknown[]> | AsyncIterable<readonly unknown[]>;

/** The two streams as a command sees them: answers go to stdout, everything else to stderr. */
export interface Terminal {
  readonly layout: Layout;
  /** Lines of an answer. They are printed as they are: formatters clean what comes from a log. */
  print(lines: readonly string[]): void;
  /** The one object of `--json`. */
  json(value: unknown): void;
  /**
   * The one object of `--json` as `{"items": […], …rest}`, whose items come in pages: a tape of a million entries is never one
   * string. Stops early where nobody reads any more.
   */
  items(pages: Pages, rest: Record<string, unknown>): Promise<void>;
  /** The one object of `--json` whose list `name` comes in pages, between the keys of `before` and those of `after`. */
  listed(before: Record<string, unknown>, name: string, pages: Pages, after: Record<string, unknown>): Promise<void>;
  /** An object a line, for what has no end. */
  lines(values: readonly unknown[]): void;
  /** Text that other programs read, as it is; on a terminal its control characters are escaped as JSON does it. */
  raw(pieces: Iterable<string>): Promise<void>;
  /** From here on the command continues where its answer cannot be written: it has more to do than to answer. */
  outlive(): void;
  /** A sentence next to the answer, for people only. */
  note(sentence: string): void;
  /** A sentence next to the answer that must not be missed: on stderr also where it is not a terminal; with `json` as an object. */
  warn(sentence: string, json: boolean): void;
  /** A transient line for people that the next one replaces; an empty one removes it. */
  status(line: string): void;
  /** A failure. With `json` as one object on stderr, so that stdout stays empty or whole. */
  fail(error: WireError, json: boolean): void;
}

const DEFAULT_COLUMNS = 80;

const columnsOf = (out: Out, env: NodeJS.ProcessEnv): number => {
  const columns = out.columns ?? Number(env.COLUMNS);
  return Number.isInteger(columns) && columns > 0 ? columns : DEFAULT_COLUMNS;
};

/** Lines per write: a list of a million steps is never one string. */
const BATCH = 2000;

/** Characters per write of what is passed on as it is. */
const RAW_CHARS = 1 << 16;

/** `tape list | head -1` closes our output early: there is nobody left to tell. Any other failure, such as a full disk, is one. */
const endWithoutReader = (name: string, failure: NodeJS.ErrnoException): void => {
  if (failure.code === 'EPIPE') process.exit(Exit.Done);
  process.stderr.write(`${name}: The answer could not be written: ${failure.message}.\n`);
  process.exit(Exit.Failed);
};

/** stderr on first use: most commands never need it, and to open it takes a millisecond of the thirty that a command has. */
const lazyErr = (name: string): (() => NodeJS.WriteStream) => {
  let stream: NodeJS.WriteStream | undefined;
  return () => {
    stream ??= process.stderr.on('error', (failure) => endWithoutReader(name, failure));
    return stream;
  };
};

/** `name` is what comes before a sentence on stderr: the program's. */
export function createTerminal(name: string, env = process.env): Terminal {
  let outlives = false;
  const out = openOut((failure) => {
    if (!outlives) endWithoutReader(name, failure);
  });
  const err = lazyErr(name);
  const style = createStyle(wantsColour(out.isTTY === true, env));
  let shown = '';
  const status = (line: string): void => {
    if (line === shown || !err().isTTY) return;
    err().write(`\r\u001b[2K${line}`);
    shown = line;
  };
  const listed: Terminal['listed'] = async (before, name, pages, after) => {
    status('');
    const [begin, end] = [safeJson(before).slice(0, -1), safeJson(after).slice(1)];
    out.write(`${begin}${begin === '{' ? '' : ','}${JSON.stringify(name)}:[`);
    let comma = '';
    for await (const page of pages) {
      if (page.length === 0) continue;
      out.write(`${comma}${page.map((item) => safeJson(item)).join(',')}`);
      comma = ',';
      // A reader that went away is heard of between two pages only, and one that is slow is waited for.
      await out.drained();
    }
    out.write(`]${end === '}' ? '' : ','}${end}\n`);
  };
  return {
    layout: { width: columnsOf(out, env), style, now: Date.now() },
    print(lines) {
      status('');
      for (let at = 0; at < lines.length; at += BATCH) out.write(`${lines.slice(at, at + BATCH).join('\n')}\n`);
    },
    json(value) {
      status('');
      out.write(`${safeJson(value)}\n`);
    },
    items: (pages, rest) => listed({}, 'items', pages, rest),
    listed,
    lines(values) {
      if (values.length > 0) out.write(`${values.map((value) => safeJson(value)).join('\n')}\n`);
    },
    async raw(pieces) {
      status('');
      let text = '';
      const flush = (): void => {
        out.write(out.isTTY ? escapeControls(text) : text);
        text = '';
      };
      for (const piece of pieces) {
        text += piece;
        if (text.length < RAW_CHARS) continue;
        flush();
        await out.drained();
      }
      flush();
    },
    outlive() {
      outlives = true;
    },
    note(sentence) {
      status('');
      if (err().isTTY) err().write(`${clean(sentence)}\n`);
    },
    warn(sentence, json) {
      status('');
      err().write(json ? `${safeJson({ note: sentence })}\n` : `${name}: ${clean(sentence)}\n`);
    },
    status,
    fail(error, json) {
      status('');
      err().write(json ? `${safeJson({ error })}\n` : `${name}: ${clean(error.message)}\n`);
    },
  };
}

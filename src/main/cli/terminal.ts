import type { WireError } from '../../shared/rpc/errors.ts';
import { Exit } from './exit.ts';
import { clean, safeJson } from './format/clean.ts';
import type { Layout } from './format/layout.ts';
import { createStyle, wantsColour } from './format/style.ts';

/** The two streams as a command sees them: answers go to stdout, everything else to stderr. */
export interface Terminal {
  readonly layout: Layout;
  /** Lines of an answer. They are printed as they are: formatters clean what comes from a log. */
  print(lines: readonly string[]): void;
  /** The one object of `--json`. */
  json(value: unknown): void;
  /** A sentence beside the answer, for people only. */
  note(sentence: string): void;
  /** A transient line for people that the next one replaces; an empty one removes it. */
  status(line: string): void;
  /** A failure. With `json` as one object on stderr, so that stdout stays empty or whole. */
  fail(error: WireError, json: boolean): void;
}

const DEFAULT_COLUMNS = 80;

const columnsOf = (stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv): number => {
  const columns = stream.columns ?? Number(env.COLUMNS);
  return Number.isInteger(columns) && columns > 0 ? columns : DEFAULT_COLUMNS;
};

/** Lines per write: a list of a million steps is never one string. */
const BATCH = 2000;

/** `tape list | head -1` closes our output early: there is nobody left to tell. */
const endWithoutReader = (failure: NodeJS.ErrnoException): void => {
  if (failure.code !== 'EPIPE') throw failure;
  process.exit(Exit.Done);
};

/** stderr on first use: most commands never need it, and to open it takes a millisecond of the thirty that a command has. */
const lazyErr = (): (() => NodeJS.WriteStream) => {
  let stream: NodeJS.WriteStream | undefined;
  return () => {
    stream ??= process.stderr.on('error', endWithoutReader);
    return stream;
  };
};

export const createTerminal = (env = process.env): Terminal => {
  const out = process.stdout.on('error', endWithoutReader);
  const err = lazyErr();
  const style = createStyle(wantsColour(out.isTTY === true, env));
  let shown = '';
  const status = (line: string): void => {
    if (line === shown || !err().isTTY) return;
    err().write(`\r\u001b[2K${line}`);
    shown = line;
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
    note(sentence) {
      status('');
      if (err().isTTY) err().write(`${clean(sentence)}\n`);
    },
    status,
    fail(error, json) {
      status('');
      err().write(json ? `${safeJson({ error })}\n` : `tape: ${clean(error.message)}\n`);
    },
  };
};

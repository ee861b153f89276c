import type { z } from 'zod';
import { type CallContext, contract, type Handlers, type Method, type Signal } from '../../shared/rpc/contract.ts';
import { type Answer, TapeError, toWireError } from '../../shared/rpc/errors.ts';

/** `["seqs", 3]` as a person writes it: `seqs[3]`. */
const fieldName = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (name, key) => (typeof key === 'number' ? `${name}[${key}]` : name === '' ? String(key) : `${name}.${String(key)}`),
    '',
  );

/** zod opens with a category ("Too small: expected …") that says nothing next to the rest. */
const plain = (message: string): string => {
  const rest = message.replace(/^(Invalid input|Too small|Too big|Invalid option): /, '');
  return rest === 'Invalid input' ? 'it has none of the accepted forms' : rest;
};

/**
 * What is wrong with the input of `method`, as one sentence that names the field. The first problem is enough: a
 * caller mends one thing at a time.
 */
function inputSentence(method: string, error: z.ZodError): { message: string; field: string } {
  const issue = error.issues[0];
  const field = issue === undefined ? '' : fieldName(issue.path);
  const subject = field === '' ? 'the input' : `the field "${field}"`;
  return { message: `${method} cannot use ${subject}: ${plain(issue?.message ?? 'it is not valid').replace(/\.$/, '')}.`, field };
}

export interface DispatchOptions {
  handlers: Handlers;
  /** Refuses every call that the contract marks as writing. */
  readOnly: boolean;
  /** Parses outputs as well: for tests, where a wrong answer must not pass. */
  checkOutputs?: boolean;
  /** Told of everything thrown that is not an expected failure. */
  onBug?: (method: string, thrown: unknown) => void;
}

/** Runs one call and never throws: what goes wrong is in the answer. */
export type Dispatch = (method: string, input: unknown, signal: Signal) => Promise<Answer<unknown>>;

const isMethod = (name: string): name is Method => Object.hasOwn(contract, name);

const parseInput = (method: Method, input: unknown): unknown => {
  const parsed = contract[method].input.safeParse(input);
  if (parsed.success) return parsed.data;
  const { message, field } = inputSentence(method, parsed.error);
  throw new TapeError('bad-input', message, { method, field });
};

const checkOutput = (method: Method, value: unknown): void => {
  const parsed = contract[method].output.safeParse(value);
  if (parsed.success) return;
  const { path, message } = parsed.error.issues[0] ?? { path: [], message: 'no issue' };
  throw new Error(`${method} broke the contract at "${path.join('.')}": ${message}`);
};

const cancelled = (): TapeError => new TapeError('cancelled', 'The call was cancelled.');

/** Rejects as soon as the signal aborts, so that a cancelled caller never waits for work that does not listen. */
const untilAborted = <T>(signal: Signal, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const stop = () => reject(cancelled());
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });

const reportBug = (method: string, thrown: unknown): void => console.error(`${method} failed:`, thrown);

/** Parses, checks the right to write, runs and encodes each call. Every host enters here. */
export function createDispatch(options: DispatchOptions): Dispatch {
  const { handlers, readOnly, onBug = reportBug } = options;
  const checkOutputs = options.checkOutputs ?? process.env.TAPESCOPE_CHECK === '1';

  const run = async (method: string, input: unknown, signal: Signal): Promise<unknown> => {
    if (!isMethod(method)) throw new TapeError('bad-input', `There is no call named "${method.slice(0, 100)}".`);
    if (readOnly && 'writes' in contract[method]) {
      throw new TapeError('read-only', `${method} makes changes, and this host is read-only.`);
    }
    const parsed = parseInput(method, input);
    if (signal.aborted) throw cancelled();
    const handler = handlers[method] as (input: unknown, context: CallContext) => unknown;
    const value = await untilAborted(signal, Promise.resolve(handler(parsed, { signal })));
    if (checkOutputs) checkOutput(method, value);
    return value;
  };

  return async (method, input, signal) => {
    try {
      return { ok: true, value: await run(method, input, signal) };
    } catch (thrown) {
      if (signal.aborted) return { ok: false, error: toWireError(cancelled()) };
      const error = toWireError(thrown);
      if (!(thrown instanceof TapeError) && error.code === 'internal') onBug(method, thrown);
      return { ok: false, error };
    }
  };
}

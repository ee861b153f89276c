import type { z } from 'zod';

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
export function inputSentence(method: string, error: z.ZodError): { message: string; field: string } {
  const issue = error.issues[0];
  const field = issue === undefined ? '' : fieldName(issue.path);
  const subject = field === '' ? 'the input' : `the field "${field}"`;
  return { message: `${method} cannot use ${subject}: ${plain(issue?.message ?? 'it is not valid').replace(/\.$/, '')}.`, field };
}

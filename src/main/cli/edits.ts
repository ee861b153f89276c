import { readFileSync } from 'node:fs';
import type { Edits } from '../../shared/model/index.ts';
import { parsePolicy } from '../../shared/model/policy.ts';
import type { Parsed } from '../../shared/rpc/contract.ts';
import { TapeError } from '../../shared/rpc/tape-error.ts';
import { listIn } from './arguments.ts';
import type { Flag, Given } from './command.ts';
import { textOf } from './options.ts';

/** How a context is changed before it is sent, and to which model. */
export const EDITS: readonly Flag[] = [
  {
    name: 'without',
    value: 'ENTRIES',
    many: true,
    description: 'leave entries out, such as #12 or #12,#15-#18; a call goes with its results',
  },
  { name: 'pin', value: 'ENTRIES', many: true, description: 'bring entries in, or keep them in any case' },
  {
    name: 'replace',
    value: 'ENTRY=TEXT',
    many: true,
    description: 'put another text in the place of an entry; @FILE reads it from a file',
  },
  { name: 'system', value: 'FILE', offers: 'file', description: 'another system prompt (default: the one that is known)' },
  {
    name: 'model',
    value: 'PROVIDER:NAME',
    description: 'anthropic:NAME, openai:NAME or openai-compatible:NAME (default: the recorded model)',
  },
  { name: 'temperature', value: 'T', description: 'from 0 to 2 (default: the recorded one, else that of the provider)' },
];

export function modelIn(given: Given): Pick<Parsed<'whatIf.plan'>, 'model'> {
  const model = textOf(given, 'model');
  return model === undefined ? {} : { model };
}

/** Throws 'bad-input' for what is not a temperature. */
export function temperatureOf(given: Given): number | null {
  const value = textOf(given, 'temperature');
  if (value === undefined) return null;
  const number = Number(value);
  if (value.trim() !== '' && number >= 0 && number <= 2) return number;
  throw new TapeError('bad-input', `--temperature takes a number from 0 to 2, not "${value.slice(0, 40)}".`);
}

/** What the options change of a context. Throws 'bad-input'. */
export function editsOf(given: Given): Edits {
  const system = textOf(given, 'system');
  return {
    without: entriesOf(given, 'without'),
    pin: entriesOf(given, 'pin'),
    replace: listIn(given, 'replace').map(replacementIn),
    system: system === undefined ? null : fileText(system).trimEnd(),
  };
}

/** Spelled as in a policy. */
const entriesOf = (given: Given, name: 'without' | 'pin'): number[] => {
  const choices = listIn(given, name).map((text) => parsePolicy(`full + ${name}:${text}`));
  return choices.flatMap((choice) => (choice.type === 'composed' ? choice.parts.flatMap((part) => ('seqs' in part ? part.seqs : [])) : []));
};

const replacementIn = (text: string): Edits['replace'][number] => {
  const [, seq, said = ''] = /^\s*#?([1-9]\d{0,14})=(.*)$/s.exec(text) ?? [];
  if (seq === undefined)
    throw new TapeError(
      'bad-input',
      `--replace takes an entry and its text, as in '#9=Another text' or '#9=@FILE', not "${text.slice(0, 40)}".`,
    );
  return { seq: Number(seq), text: said.startsWith('@') ? fileText(said.slice(1)) : said };
};

const fileText = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch (failure) {
    throw new TapeError('bad-input', `${path} cannot be read: ${failure instanceof Error ? failure.message : String(failure)}.`, { path });
  }
};

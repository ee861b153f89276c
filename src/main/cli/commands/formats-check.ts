import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { diskReason } from '../../../shared/rpc/disk-reasons.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { readMapping } from '../../engine/formats/mapped/mapping.ts';
import { tryMapping } from '../../engine/formats/mapped/try.ts';
import type { Context, Declaration } from '../command.ts';
import { Exit } from '../exit.ts';
import { json } from '../flags.ts';
import { count } from '../format/number.ts';
import { sampleRecords } from './formats-init.ts';

export const command: Declaration = {
  flags: [json],
  notes: [
    'Prints a sentence for each fault of the mapping; with FILE also how many of its first 200 records fit, and what each path finds. Exits with 3 if there is a fault.',
    'After a mapping was changed, tape import --again FILE reads the log again.',
  ],
  example: ['tape formats check mill.json mill.jsonl', 'the faults of a mapping, and how much of a log it reads'],
  run,
};

const textOf = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch (failure) {
    const code = (failure as NodeJS.ErrnoException).code ?? '';
    throw new TapeError(
      'not-found',
      `${file} cannot be read: ${code === 'ENOENT' ? 'there is no such file' : (diskReason(code) ?? code)}.`,
    );
  }
};

async function run({ given, json, terminal }: Context): Promise<number | undefined> {
  const [file = '', log] = given.operands;
  const { mapping, faults } = readMapping(textOf(file));
  const tried = mapping === null || log === undefined ? null : tryMapping(mapping, basename(log), sampleRecords(log));
  const all = [...faults, ...(tried?.faults ?? [])];
  if (json) terminal.json({ ok: all.length === 0, faults: all, records: tried?.records ?? null, fit: tried?.fit ?? null });
  else {
    terminal.print(all.map((fault) => `${file}: ${fault}`));
    if (tried !== null) terminal.print([`${count(tried.fit)} of the first ${count(tried.records)} records fit.`]);
    if (all.length === 0) terminal.print([`${file} has no fault.`]);
  }
  return all.length === 0 ? undefined : Exit.Refused;
}

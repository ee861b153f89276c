import { closeSync, existsSync, fstatSync, mkdirSync, openSync, readSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { diskReason } from '../../../shared/rpc/disk-reasons.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { JsonObject } from '../../engine/formats/format.ts';
import { lineReader } from '../../engine/formats/lines.ts';
import { proposeMapping } from '../../engine/formats/mapped/propose.ts';
import { mappingFolder } from '../../engine/formats/mapped/registry.ts';
import type { Context, Declaration } from '../command.ts';
import { json } from '../flags.ts';

export const command: Declaration = {
  flags: [
    { name: 'name', value: 'NAME', description: 'what the program is called (default: the name of the file)' },
    { name: 'save', description: 'write it where mappings are read from, unless one of that name is there' },
    json,
  ],
  notes: [
    'Prints a mapping file for FILE, guessed from its first 200 records. Look at it, correct it, and check it with tape formats check.',
    'Mapping files are read from the folder formats of TAPESCOPE_HOME, ~/.tapescope by default.',
  ],
  example: ['tape formats init mill.jsonl | tee mill.json', 'a file that says where in each record role, content, time and usage are'],
  run,
};

const RECORDS = 200;
/** As many bytes of a log as a guess needs. */
const HEAD = 8 << 20;

const headOf = (file: string): Buffer => {
  const open = openSync(file, 'r');
  try {
    const bytes = Buffer.allocUnsafe(Math.min(HEAD, fstatSync(open).size));
    return bytes.subarray(0, readSync(open, bytes, 0, bytes.length, 0));
  } finally {
    closeSync(open);
  }
};

/** The first records of a log. Throws TapeError where it cannot be read, or has none. */
export function sampleRecords(file: string): JsonObject[] {
  const records: JsonObject[] = [];
  const reader = lineReader({ record: (value) => void records.push(value), problem: () => {} });
  try {
    reader.push(headOf(file));
    reader.end(true);
  } catch (failure) {
    const code = (failure as NodeJS.ErrnoException).code ?? '';
    throw new TapeError(
      'not-found',
      `${file} cannot be read: ${code === 'ENOENT' ? 'there is no such file' : (diskReason(code) ?? code)}.`,
    );
  }
  if (records.length > 0) return records.slice(0, RECORDS);
  throw new TapeError('not-a-log', `${file} has no line that is a JSON object; a mapping describes logs of one record per line.`);
}

async function run({ given, json, terminal }: Context): Promise<number | undefined> {
  const [file = ''] = given.operands;
  const stem = basename(file, extname(file));
  const name = typeof given.options.name === 'string' ? given.options.name : stem;
  const { mapping, missing } = proposeMapping(name, sampleRecords(file));
  const text = `${JSON.stringify(mapping, null, 2)}\n`;
  const saved = given.options.save === true ? save(stem, text) : null;
  if (json) terminal.json({ mapping, missing, saved });
  else {
    if (saved === null) terminal.print(text.trimEnd().split('\n'));
    else terminal.print([`Saved as ${saved}. Check it with: tape formats check ${saved} ${file}`]);
    for (const sentence of missing) terminal.warn(sentence, false);
  }
  return undefined;
}

const save = (stem: string, text: string): string => {
  const folder = mappingFolder();
  const path = join(folder, `${stem}.json`);
  if (existsSync(path)) throw new TapeError('refused', `${path} is there already, and was left as it is.`, { path });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(path, text, { mode: 0o600, flag: 'wx' });
  return path;
};

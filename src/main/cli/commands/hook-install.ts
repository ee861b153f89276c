import { chmodSync, existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { defaultHome } from '../../engine/app/home.ts';
import { realPath } from '../../engine/disk/disk.ts';
import { makePath } from '../../engine/disk/make-path.ts';
import type { Hooking } from '../../engine/formats/hooking.ts';
import { HOOKED, hookingOf } from '../../engine/formats/hookings.ts';
import { changeOf } from '../../engine/hooks/change.ts';
import { withHooks, withoutHooks } from '../../engine/hooks/install.ts';
import { makeSpool } from '../../engine/hooks/spool.ts';
import type { Context, Declaration } from '../command.ts';
import { json } from '../flags.ts';
import { clean, escapeControls } from '../format/clean.ts';
import { canAsk, confirm } from '../tty.ts';

const flags: Declaration['flags'] = [{ name: 'yes', description: 'write the change without asking' }, json];

const NOTES = [
  `AGENT is one of ${HOOKED.join(', ')}. Shows what would change in the settings of your user, and writes it only with your consent; the rest of that file stays byte for byte.`,
];

export const command: Declaration = {
  flags,
  notes: NOTES,
  example: [`tape hook install ${HOOKED[0]} --yes`, 'shows the change, and writes it without asking'],
  run: (context) =>
    change(context, (text, agent, file, hooking) => withHooks(text, agent, file, hooking, (event) => commandOf(agent, event))),
};

export const uninstall: Declaration = {
  flags,
  notes: NOTES,
  example: [`tape hook uninstall ${HOOKED[0]} --yes`, 'removes them again'],
  run: (context) => change(context, (text, agent, file) => withoutHooks(text, agent, file)),
};

const isOnPath = (name: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => folder !== '' && existsSync(join(folder, name)));

/** The hook in the shell, next to a program of the package or of a checkout; null where there is none. */
const shellHook = (program: string): string | null => {
  for (let folder = dirname(program), above = ''; folder !== above; folder = dirname(folder)) {
    const path = join(folder, 'bin/tape-hook');
    if (existsSync(path)) return path;
    above = folder;
  }
  return null;
};

/** A word for the shell, whatever is in it. */
const word = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/**
 * By its name where a shell finds it, so that an update of the program needs no other settings. On Windows not every shell has what the hook in the
 * shell needs, so there it is the one in Node.
 */
const commandOf = (agent: string, event: string): string => {
  const { execPath, argv, platform } = process;
  const program = argv[1] ?? '';
  if (platform !== 'win32') {
    if (isOnPath('tape') && isOnPath('tape-hook')) return `tape-hook ${agent} ${event}`;
    const script = shellHook(realPath(program));
    if (script !== null) return `sh ${word(script)} ${agent} ${event} ${word(execPath)} ${word(program)}`;
  }
  return `${isOnPath('tape') ? 'tape' : `"${execPath}" "${program}"`} hook ${agent} ${event}`;
};

type Changing = (text: string, agent: string, file: string, hooking: Hooking) => string;

const textOf = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch (failure) {
    if (failure instanceof Error && 'code' in failure && failure.code === 'ENOENT') return '';
    throw failure;
  }
};

const agree = async ({ given, signal }: Context, file: string): Promise<void> => {
  if (given.options.yes === true) return;
  if (!canAsk()) throw new TapeError('refused', `${file} stays as it is: there is no terminal to ask. --yes writes the change.`);
  if (!(await confirm(`Write this to ${file}?`, signal))) throw new TapeError('refused', 'Nothing was written.');
};

/** The file that a link leads to, with the rights that it has. */
const replace = (file: string, text: string): void => {
  const path = realPath(file);
  makePath(dirname(path));
  const draft = `${path}.${process.pid}.new`;
  writeFileSync(draft, text, { flush: true });
  const { mode } = statSync(path, { throwIfNoEntry: false }) ?? {};
  if (mode !== undefined) chmodSync(draft, mode & 0o777);
  renameSync(draft, path);
};

async function change(context: Context, changing: Changing): Promise<undefined> {
  const [agent = ''] = context.given.operands;
  const hooking = hookingOf(agent);
  if (hooking === null) throw new TapeError('bad-input', `AGENT is one of ${HOOKED.join(', ')}, not "${agent}".`);
  const file = hooking.settings(process.env, homedir());
  const before = textOf(file);
  const start = before === '' ? '{}\n' : before;
  const after = changing(start, agent, file, hooking);
  const lines = after === start ? [] : changeOf(file, before, after);
  const { terminal, json: asJson } = context;
  if (!asJson) terminal.print(lines.length === 0 ? [`${clean(file)} needs no change.`] : lines.map(escapeControls));
  if (lines.length > 0) {
    await agree(context, file);
    replace(file, after);
    makeSpool(defaultHome());
  }
  if (asJson) terminal.json({ agent, file, changed: lines.length > 0, diff: lines, notes: hooking.notes });
  else for (const note of lines.length > 0 ? hooking.notes : []) terminal.note(note);
  return undefined;
}

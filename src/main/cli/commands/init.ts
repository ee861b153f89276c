import type { Context, Declaration } from '../command.ts';
import { json } from '../flags.ts';
import { clean } from '../format/clean.ts';
import { onTape, tapeHome, warn } from '../native.ts';
import { textOf } from '../options.ts';

export const command: Declaration = {
  flags: [
    { name: 'session', value: 'NAME', description: 'create this session too' },
    { name: 'from', value: 'DIR', description: 'adopt the workspace of DIR, which was moved or renamed to this directory' },
    json,
  ],
  notes: [
    'The workspace is a folder below TAPE_HOME (default: ~/.tape); nothing is written into this directory.',
    'Directories below this one use it too, unless they have their own. A second run changes nothing.',
    'For a project that was moved or renamed, --from binds its workspace to the new place and records an event in every session.',
  ],
  example: ['tape init', 'starts a tape whose first entry is the anchor session/start'],
  run,
};

async function run(context: Context): Promise<number | undefined> {
  const { given, json, terminal } = context;
  const { initWorkspace } = await import('../../engine/store/workspace.ts');
  const from = textOf(given, 'from');
  if (from !== undefined) {
    const { moveWorkspace } = await import('../../engine/store/move-workspace.ts');
    moveWorkspace(tapeHome(), from, process.cwd());
  }
  const { workspace, created, notes } = initWorkspace(tapeHome(), process.cwd());
  const session = textOf(given, 'session') ?? workspace.config.defaultSession;
  const entries = await onTape(context, workspace, { session, fork: null }, (tape) => tape.head(), { create: true });
  const { root } = workspace.config;
  if (json) terminal.json({ workspace: workspace.folder, root, session, created, entries, notes });
  else {
    terminal.print([`${created || from !== undefined ? 'Bound' : 'Already bound:'} ${clean(root)} to ${clean(workspace.folder)}`]);
    warn(terminal, notes, false);
  }
  return undefined;
}

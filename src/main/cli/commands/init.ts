import type { Run } from '../command.ts';
import { clean } from '../format/clean.ts';
import { onTape, tapeHome, warn } from '../native.ts';
import { textOf } from '../options.ts';

export const run: Run = async (context) => {
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
};

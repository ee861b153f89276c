import { join } from 'node:path';
import type { About, SessionFiles } from '../about.ts';

const NO_COPY =
  'Cline keeps its tasks in storage of its own and an index of them, which nobody else may write to; continue in a new native tape.';

const HISTORY = 'api_conversation_history.json';
const PART = /^(.*\/)(?:api_conversation_history|ui_messages)\.json$/;

/** A task is two documents: the history, and what the user saw, which says what each request used and what was deleted from the history by then. */
export const taskFiles: SessionFiles = {
  head(path) {
    const folder = PART.exec(path)?.[1];
    return folder === undefined ? null : `${folder}${HISTORY}`;
  },
  files: (head) => [head, head.replace(HISTORY, 'ui_messages.json')],
};

/** Where Visual Studio Code keeps what extensions store, on each system. */
export function storageOf(env: Readonly<Record<string, string | undefined>>, home: string): string {
  if (env.APPDATA !== undefined) return join(env.APPDATA, 'Code', 'User', 'globalStorage');
  const config = home.startsWith('/Users/') ? join(home, 'Library', 'Application Support') : join(home, '.config');
  return join(config, 'Code', 'User', 'globalStorage');
}

export const about: About = {
  id: 'cline',
  name: 'Cline',
  mark: 'Ci',
  versions: ['3.x'],
  containers: ['json'],
  evidence: 'derived',
  rule: {
    text: 'The history before the answer without the messages that were deleted from it by then: the first exchange and what comes after the deleted range.',
    source: 'src/core/context/context-management/ContextManager.ts and src/core/task of cline/cline',
  },
  agreement: { files: 0, steps: 0, within500: 0, within2000: 0, above: 0 },
  cannot: { fork: NO_COPY, dropSpan: NO_COPY, compact: NO_COPY },
  unproven: [
    'Not proven on real data: no real task was seen, and no request.',
    'File contents that are read again are shortened as they are sent (context_history.json), which is not shown.',
  ],
  roots: (env, home) => [
    { id: 'clineTasks', name: 'tasks', path: join(storageOf(env, home), 'saoudrizwan.claude-dev', 'tasks') },
    { id: 'clineCliTasks', name: 'tasks of the command line', path: join(env.CLINE_DIR ?? join(home, '.cline'), 'data', 'tasks') },
  ],
  documents: /\/api_conversation_history\.json$/,
  session: taskFiles,
  instructions: ['.clinerules'],
};

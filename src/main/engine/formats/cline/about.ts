import { join } from 'node:path';
import type { About, SessionFiles } from '../about.ts';

const NO_COPY =
  'Cline keeps its tasks in storage of its own and an index of them, which nobody else may write to; continue in a new native tape.';

const HISTORY = 'api_conversation_history.json';
const PART = /^(.*\/)(?:api_conversation_history|ui_messages|history_item)\.json$/;
const MESSAGES = '.messages.json';
const SESSION = /^(.*\/sessions\/\d{13}_\w+\/[^/]+?)(?:\.messages)?\.json$/;

/**
 * A task is documents: the history; what the user saw, which says what each request used and what was deleted from the history by then; and, of newer
 * versions of Roo Code, what it lists of the task, which says whose sub-task it is.
 */
export const taskFiles: SessionFiles = {
  head(path) {
    const folder = PART.exec(path)?.[1];
    return folder === undefined ? null : `${folder}${HISTORY}`;
  },
  files: (head) => [head, ...['ui_messages.json', 'history_item.json'].map((name) => head.replace(HISTORY, name))],
};

/** Since 3.x of the command line a session is its messages, and what it is; those of its sub-agents are in its folder. */
const sessionFiles: SessionFiles = {
  head(path) {
    const start = SESSION.exec(path)?.[1];
    return start === undefined || start.endsWith('.compaction') ? null : `${start}${MESSAGES}`;
  },
  files: (head) => [head, head.replace(MESSAGES, '.json')],
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
  versions: ['3.x', 'command line 2.18 and 3.0'],
  containers: ['json'],
  evidence: 'derived',
  rule: {
    text: 'The history before the answer without the messages that were deleted from it by then: the first exchange and what comes after the deleted range. Each call has its result first in the message after it, or one that says that it is missing.',
    source: 'src/core/context/context-management/ContextManager.ts and src/core/task of cline/cline, and requests of 2.18.0',
  },
  agreement: { files: 0, steps: 0, within500: 0, within2000: 0, above: 0 },
  cannot: { fork: NO_COPY, dropSpan: NO_COPY, compact: NO_COPY },
  unproven: [
    'Held to 21 requests of the command line 2.18.0, which it sent to a scripted model: 17 are what it sent, and in the other 4 one or two texts differ; and to 3 of the command line 3.0.65, which are what it sent. No task of the editor was seen.',
    'Of sessions of the command line 3.x, contexts after a compaction are not known: what it wrote to compaction.json is not read.',
    'Texts that Cline replaces as it sends them (context_history.json) are shown as they were: of a file that is read again, of the first answer after a cut, and the task itself after a summary.',
  ],
  roots: (env, home) => [
    { id: 'clineTasks', name: 'tasks', path: join(storageOf(env, home), 'saoudrizwan.claude-dev', 'tasks') },
    { id: 'clineCliTasks', name: 'tasks of the command line', path: join(env.CLINE_DIR ?? join(home, '.cline'), 'data', 'tasks') },
    { id: 'clineSessions', name: 'sessions', path: join(env.CLINE_DIR ?? join(home, '.cline'), 'data', 'sessions') },
  ],
  documents: /\/(?:api_conversation_history|\d{13}_\w+\/[^/]+\.messages)\.json$/,
  session: {
    head: (path) => taskFiles.head(path) ?? sessionFiles.head(path),
    files: (head, list) => (head.endsWith(MESSAGES) ? sessionFiles : taskFiles).files(head, list),
  },
  instructions: ['.clinerules'],
};

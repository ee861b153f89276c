import { join } from 'node:path';
import type { About, SessionFiles } from '../about.ts';

const NO_COPY = 'Cline keeps an index of its tasks, which nobody else may write to; continue in a new native tape.';

const HISTORY = 'api_conversation_history.json';
const PART = /^(.*\/)(?:context_history|api_conversation_history|ui_messages|history_item)\.json$/;
const MESSAGES = '.messages.json';
const SESSION = /^(.*\/sessions\/\d{13}_\w+\/[^/]+?)(?:\.messages|\.compaction)?\.json$/;

/**
 * A task is documents: what is sent in the place of old texts, which comes first so that each request finds it before it; the history; what the user saw, which
 * says what each request used and what was deleted from the history by then; and, of newer versions of Roo Code, what it lists of the task, which says whose
 * sub-task it is.
 */
export const taskFiles: SessionFiles = {
  head(path) {
    const folder = PART.exec(path)?.[1];
    return folder === undefined ? null : `${folder}${HISTORY}`;
  },
  files: (head) => ['context_history.json', HISTORY, 'ui_messages.json', 'history_item.json'].map((name) => head.replace(HISTORY, name)),
};

/** Since 3.x of the command line a session is what its newest compaction left, its messages, and what it is; those of its sub-agents are in its folder. */
const sessionFiles: SessionFiles = {
  head(path) {
    const start = SESSION.exec(path)?.[1];
    return start === undefined ? null : `${start}${MESSAGES}`;
  },
  files: (head) => ['.compaction.json', MESSAGES, '.json'].map((name) => head.replace(MESSAGES, name)),
};

/** Where Visual Studio Code keeps what extensions store, on each system. */
export function storageOf(env: Readonly<Record<string, string | undefined>>, home: string): string {
  const config = env.APPDATA ?? join(home, home.startsWith('/Users/') ? 'Library/Application Support' : '.config');
  return join(config, 'Code/User/globalStorage');
}

export const about: About = {
  id: 'cline',
  name: 'Cline',
  mark: 'Ci',
  versions: ['3.x', 'command line 2.18 and 3.0'],
  containers: ['json'],
  evidence: 'derived',
  rule: {
    text: 'The history before the answer without what was deleted by then: the first exchange and what comes after the deleted range, each text as Cline had replaced it. Each call has its result first in the next message, or a note that it is missing.',
    source: 'ContextManager.ts and src/core/task of cline/cline, and requests of 2.18.0',
  },
  agreement: { files: 0, steps: 0, within500: 0, within2000: 0, above: 0 },
  cannot: { fork: NO_COPY, dropSpan: NO_COPY, compact: NO_COPY },
  unproven: [
    'Of 54 requests of its command line (2.18.0, 3.0.65) 51 are equal. No task of the editor was seen.',
    'Of 3.x only the newest compaction is known.',
    'A replaced message weighs as before.',
  ],
  roots(env, home) {
    const data = join(env.CLINE_DIR ?? join(home, '.cline'), 'data');
    return [
      { id: 'clineTasks', name: 'tasks', path: join(storageOf(env, home), 'saoudrizwan.claude-dev', 'tasks') },
      { id: 'clineCliTasks', name: 'tasks of the command line', path: join(data, 'tasks') },
      { id: 'clineSessions', name: 'sessions', path: join(data, 'sessions') },
    ];
  },
  documents: /\/(?:api_conversation_history|\d{13}_\w+\/[^/]+\.messages)\.json$/,
  session: {
    head: (path) => taskFiles.head(path) ?? sessionFiles.head(path),
    files: (head, list) => (head.endsWith(MESSAGES) ? sessionFiles : taskFiles).files(head, list),
  },
  instructions: ['.clinerules'],
};

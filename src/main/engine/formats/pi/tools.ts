import { commandTool, editTool, fetchTool, listTool, type Ran, readTool, searchTool, writeTool } from '../tools/kit.ts';
import type { Tools } from '../tools/tool.ts';

const EXIT = /\n*\(?Command exited with code (-?\d+)\)?\s*$/;

/** A failed command says its exit after what it printed. */
const ran: Ran = ({ text }) => {
  const exit = EXIT.exec(text);
  return { exit: exit?.[1] === undefined ? null : Number(exit[1]), ms: null, text: exit === null ? text : text.slice(0, exit.index) };
};

/** Tools of pi, and of the agents that are built on it. */
export const tools: Tools = {
  bash: commandTool('command', ran),
  exec: commandTool('command', ran),
  read: readTool({ path: ['path', 'file_path'], from: 'offset', count: 'limit' }),
  edit: editTool({ path: 'path', before: ['oldText', 'old_text'], after: ['newText', 'new_text'], list: 'edits' }),
  write: writeTool('path', 'content'),
  grep: searchTool('pattern', 'path'),
  find: searchTool('pattern', 'path'),
  ls: searchTool('path'),
  web_fetch: fetchTool(),
  web_search: searchTool('query'),
  update_plan: listTool('plan', 'step'),
};

import { agentTool, commandTool, editTool, listTool, type Ran, readTool, searchTool, writeTool } from '../tools/kit.ts';
import type { Tools } from '../tools/tool.ts';

const EXIT = /^Exit Code: (-?\d+)$/m;
const OUTPUT = /^Output: /m;

/** What a command printed comes after a word, and is followed by facts in lines of their own. */
const ran: Ran = ({ text }) => {
  const exit = EXIT.exec(text)?.[1];
  const from = OUTPUT.exec(text);
  const body = from === null ? text : text.slice(from.index + from[0].length).replace(/\n(?:Error|Exit Code): [\s\S]*$/, '');
  return { exit: exit === undefined ? null : Number(exit), ms: null, text: body };
};

const FILE = ['file_path', 'absolute_path', 'path'];

/** Tools of Qwen Code. */
export const tools: Tools = {
  run_shell_command: commandTool('command', ran, 'directory'),
  read_file: readTool({ path: FILE, from: 'offset', count: 'limit' }),
  write_file: writeTool(FILE, 'content'),
  edit: editTool({ path: FILE, before: 'old_string', after: 'new_string' }),
  replace: editTool({ path: FILE, before: 'old_string', after: 'new_string' }),
  glob: searchTool('pattern', 'path'),
  grep_search: searchTool('pattern', 'path'),
  web_search: searchTool('query'),
  todo_write: listTool('todos', 'content'),
  task: agentTool({ title: 'description', prompt: 'prompt', kind: 'subagent_type' }),
};

import { agentTool, commandTool, editTool, listTool, type Ran, readTool, searchTool, writeTool } from '../tools/kit.ts';
import type { Tools } from '../tools/tool.ts';

const EXIT = /^Exit Code: (-?\d+)$/m;
const OUTPUT = /^(?:<untrusted_context>\n)?(?:Command: [\s\S]*?\nDirectory: [^\n]*\n)?Output: /;
const TAIL = /\n(?:(?:Error|Exit Code|Signal|Background \w+|Process Group PGID): [^\n]*\n?)*(?:<\/untrusted_context>)?\s*$/;

/** What a command printed is between a word and facts in lines of their own. */
const ran: Ran = ({ text }) => {
  const exit = EXIT.exec(text)?.[1];
  const body = OUTPUT.test(text) ? text.replace(OUTPUT, '').replace(TAIL, '') : text;
  return { exit: exit === undefined ? null : Number(exit), ms: null, text: body };
};

const FILE = ['file_path', 'absolute_path', 'path'];

/** Tools of Gemini CLI. */
export const tools: Tools = {
  run_shell_command: commandTool('command', ran, 'directory'),
  read_file: readTool({ path: FILE, from: 'start_line' }),
  write_file: writeTool(FILE, 'content'),
  replace: editTool({ path: FILE, before: 'old_string', after: 'new_string', all: 'allow_multiple' }),
  glob: searchTool('pattern', ['dir_path', 'path']),
  search_file_content: searchTool('pattern', ['dir_path', 'path']),
  grep_search: searchTool('pattern', ['dir_path', 'path']),
  google_web_search: searchTool('query'),
  write_todos: listTool('todos', 'description'),
  invoke_agent: agentTool({ title: 'agent_name', prompt: 'prompt', kind: 'agent_name' }),
};

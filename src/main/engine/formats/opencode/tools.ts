import { agentTool, commandTool, editTool, fetchTool, listTool, type Ran, readTool, searchTool, writeTool } from '../tools/kit.ts';
import type { Tools } from '../tools/tool.ts';

/** What a command printed is all that it says. */
const ran: Ran = ({ text }) => ({ exit: null, ms: null, text });

/** Tools of OpenCode. */
export const tools: Tools = {
  bash: commandTool('command', ran, 'workdir'),
  read: readTool({ path: 'filePath', from: 'offset', count: 'limit' }),
  write: writeTool('filePath', 'content'),
  edit: editTool({ path: 'filePath', before: 'oldString', after: 'newString', all: 'replaceAll' }),
  grep: searchTool('pattern', 'path'),
  glob: searchTool('pattern', 'path'),
  list: searchTool('path'),
  webfetch: fetchTool(),
  todowrite: listTool('todos', 'content'),
  task: agentTool({ title: 'description', prompt: 'prompt', kind: 'subagent_type' }),
};

import { agentTool, commandTool, editTool, fetchTool, questionTool, type Ran, readTool, searchTool, writeTool } from '../tools/kit.ts';
import type { Tools } from '../tools/tool.ts';

const EXIT = /\n?<exited with exit code (-?\d+)>\s*$/;

/** A command says its exit after what it printed. */
const ran: Ran = ({ text }) => {
  const exit = EXIT.exec(text);
  return { exit: exit?.[1] === undefined ? null : Number(exit[1]), ms: null, text: exit === null ? text : text.slice(0, exit.index) };
};

/** Tools of Copilot CLI. */
export const tools: Tools = {
  bash: commandTool('command', ran),
  powershell: commandTool('command', ran),
  view: readTool({ path: 'path' }),
  create: writeTool('path', 'file_text'),
  edit: editTool({ path: 'path', before: 'old_str', after: 'new_str' }),
  grep: searchTool('pattern', 'path'),
  glob: searchTool('pattern', 'path'),
  web_fetch: fetchTool(),
  web_search: searchTool('query'),
  ask_user: questionTool(null, 'choices'),
  task: agentTool({ title: 'description', prompt: 'prompt', kind: 'agent_type' }),
};

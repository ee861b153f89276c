import { rangeTool, withoutNumbers } from '../text-editor/editor.ts';
import {
  agentTool,
  commandTool,
  editTool,
  fetchTool,
  questionTool,
  type Ran,
  readTool,
  sayTool,
  searchTool,
  writeTool,
} from '../tools/kit.ts';
import type { Tools } from '../tools/tool.ts';

const EXIT = /\n?<(?:exited|shellId: \S+ completed) with exit code (-?\d+)>\s*$/;

/** "7. text". */
const NUMBERED = /^(\d+)\. (.*)$/;

/** A command says its exit after what it printed. */
const ran: Ran = ({ text }) => {
  const exit = EXIT.exec(text);
  return { exit: exit?.[1] === undefined ? null : Number(exit[1]), ms: null, text: exit === null ? text : text.slice(0, exit.index) };
};

/** Tools of Copilot CLI. */
export const tools: Tools = {
  bash: commandTool('command', ran),
  powershell: commandTool('command', ran),
  view: rangeTool(readTool({ path: 'path', content: (text, from) => withoutNumbers(text, from, NUMBERED) }), 'view_range'),
  create: writeTool('path', 'file_text'),
  edit: editTool({ path: 'path', before: 'old_str', after: 'new_str' }),
  grep: searchTool('pattern', 'path'),
  glob: searchTool('pattern', ['path', 'paths']),
  web_fetch: fetchTool(),
  web_search: searchTool('query'),
  report_intent: sayTool('thought', 'intent'),
  ask_user: questionTool(null, 'choices'),
  task: agentTool({ title: 'description', prompt: 'prompt', kind: 'agent_type' }),
};

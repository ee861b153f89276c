import {
  agentTool,
  commandTool,
  editTool,
  fetchTool,
  listTool,
  planTool,
  questionTool,
  type Ran,
  readTool,
  searchTool,
  writeTool,
} from '../tools/kit.ts';
import type { Tools } from '../tools/tool.ts';

/** A failed command says its exit in front of what it printed. Of one that went well the log has no number. */
const ran: Ran = ({ text, failed }) => {
  const exit = failed ? /^Exit code (\d+)\n?/.exec(text) : null;
  return { exit: exit?.[1] === undefined ? null : Number(exit[1]), ms: null, text: exit === null ? text : text.slice(exit[0].length) };
};

const NUMBERED = /^ *(\d+)(?:\t|→)(.*)$/;

/** The lines of a file without the numbers that the tool puts before them; null where a line has none. What follows the file is not part of it. */
function unnumbered(text: string): { from: number; text: string } | null {
  const [file = ''] = text.split('\n\n<system-reminder>', 1);
  const lines = file.split('\n');
  const found = lines.map((line) => NUMBERED.exec(line));
  const [first] = found;
  if (!first || found.some((line, at) => line === null || Number(line[1]) !== Number(first[1]) + at)) return null;
  return { from: Number(first[1]), text: found.map((line) => line?.[2] ?? '').join('\n') };
}

/** Tools of Claude Code, 1.0 to 2.1. */
export const tools: Tools = {
  Bash: commandTool('command', ran),
  Read: readTool({ path: 'file_path', from: 'offset', count: 'limit', content: unnumbered }),
  Edit: editTool({ path: 'file_path', before: ['old_string', 'old_str'], after: ['new_string', 'new_str'], all: 'replace_all' }),
  MultiEdit: editTool({ path: 'file_path', before: 'old_string', after: 'new_string', list: 'edits' }),
  Write: writeTool('file_path', 'content'),
  Grep: searchTool('pattern', ['path', 'glob']),
  Glob: searchTool('pattern', 'path'),
  TodoWrite: listTool('todos', 'content'),
  ExitPlanMode: planTool('plan'),
  AskUserQuestion: questionTool('questions'),
  Agent: agentTool({ title: 'description', prompt: 'prompt', kind: 'subagent_type' }),
  Task: agentTool({ title: 'description', prompt: 'prompt', kind: 'subagent_type' }),
  WebFetch: fetchTool('prompt'),
  WebSearch: searchTool('query'),
};

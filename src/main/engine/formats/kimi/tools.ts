import { agentTool, commandTool, editTool, fetchTool, listTool, type Ran, readTool, searchTool, writeTool } from '../tools/kit.ts';
import type { Tools } from '../tools/tool.ts';

const SAID = /^<system>(?:ERROR: )?([^<]*)<\/system>\n?/;
const EXIT = /exit code: (-?\d+)/;

/** The first part of a result says how the command ended, the second what it printed. */
const ran: Ran = ({ text }) => {
  const said = SAID.exec(text);
  if (said === null) return null;
  const exit = EXIT.exec(said[1] ?? '')?.[1];
  return { exit: exit === undefined ? 0 : Number(exit), ms: null, text: text.slice(said[0].length) };
};

/** A file is shown with the number of each line and a tab. */
const content = (text: string, from: number) => {
  const lines = text.replace(SAID, '').split('\n');
  const first = /^\s*(\d+)\t/.exec(lines[0] ?? '')?.[1];
  return { from: first === undefined ? from : Number(first), text: lines.map((line) => line.replace(/^\s*\d+\t/, '')).join('\n') };
};

/** Tools of Kimi CLI. */
export const tools: Tools = {
  Shell: commandTool('command', ran),
  ReadFile: readTool({ path: 'path', from: 'line_offset', count: 'n_lines', content }),
  WriteFile: writeTool('path', 'content'),
  StrReplaceFile: editTool({ path: 'path', before: 'old', after: 'new', list: 'edit' }),
  Glob: searchTool('pattern', 'directory'),
  Grep: searchTool('pattern', 'path'),
  SearchWeb: searchTool('query'),
  FetchURL: fetchTool(),
  SetTodoList: listTool('todos', 'title'),
  Task: agentTool({ title: 'description', prompt: 'prompt', kind: 'subagent_name' }),
  Agent: agentTool({ title: 'description', prompt: 'prompt', kind: 'subagent_type' }),
};

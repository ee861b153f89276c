import {
  agentTool,
  commandTool,
  editTool,
  fetchTool,
  listTool,
  questionTool,
  type Ran,
  readTool,
  searchTool,
  writeTool,
} from '../tools/kit.ts';
import { patchTool } from '../tools/patch.ts';
import type { Tools } from '../tools/tool.ts';

/** What a command printed is all that it says. */
const ran: Ran = ({ text }) => ({ exit: null, ms: null, text });

const CONTENT = /<content>([\s\S]*?)\n\n\([^\n]*\)\n<\/content>/;
const NUMBERED = /^(\d+): (.*)$/;

/** A file is in a tag of its own, each line with its number; what is not a file is as it was printed. */
const content = (text: string, from: number) => {
  const lines = CONTENT.exec(text)?.[1]
    ?.split('\n')
    .map((line) => NUMBERED.exec(line));
  if (lines === undefined || lines.includes(null)) return { from, text };
  return { from: Number(lines[0]?.[1]), text: lines.map((line) => line?.[2] ?? '').join('\n') };
};

/** Tools of OpenCode. */
export const tools: Tools = {
  bash: commandTool('command', ran, 'workdir'),
  read: readTool({ path: 'filePath', from: 'offset', count: 'limit', content }),
  write: writeTool('filePath', 'content'),
  edit: editTool({ path: 'filePath', before: 'oldString', after: 'newString', all: 'replaceAll' }),
  apply_patch: patchTool('patchText'),
  grep: searchTool('pattern', 'path'),
  glob: searchTool('pattern', 'path'),
  list: searchTool('path'),
  webfetch: fetchTool(),
  websearch: searchTool('query'),
  codesearch: searchTool('query'),
  todowrite: listTool('todos', 'content'),
  question: questionTool('questions'),
  task: agentTool({ title: 'description', prompt: 'prompt', kind: 'subagent_type' }),
};

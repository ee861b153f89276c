import { asNumber, asObject, asString } from '../json.ts';
import { rangeTool, withoutNumbers } from '../text-editor/editor.ts';
import { agentTool, commandTool, editTool, fetchTool, listTool, type Ran, readTool, searchTool, writeTool } from '../tools/kit.ts';
import type { Tools } from '../tools/tool.ts';
import type { Json, JsonObject } from '../values.ts';

/** What a run came to is kept as an object, of which the text is what a tool said. */
const resultOf = (text: string): JsonObject | null => {
  if (!text.startsWith('{')) return null;
  try {
    return asObject(JSON.parse(text) as Json);
  } catch {
    return null;
  }
};

const ran: Ran = ({ text }) => {
  const result = resultOf(text);
  return { exit: asNumber(result?.exitCode), ms: null, text: asString(result?.output) ?? text };
};

const content = (text: string, from: number) => withoutNumbers(asString(resultOf(text)?.content) ?? text, from);

/** Tools of Amp, by the names and fields of its program of January 2026. */
export const tools: Tools = {
  Bash: commandTool('cmd', ran, 'cwd'),
  Read: rangeTool(readTool({ path: 'path', content }), 'read_range'),
  create_file: writeTool('path', 'content'),
  edit_file: editTool({ path: 'path', before: 'old_str', after: 'new_str', all: 'replace_all' }),
  Grep: searchTool('pattern', 'path'),
  glob: searchTool('filePattern'),
  finder: searchTool('query'),
  web_search: searchTool(['query', 'objective']),
  read_web_page: fetchTool('objective'),
  todo_write: listTool('todos', 'content'),
  Task: agentTool({ title: 'description', prompt: 'prompt' }),
};

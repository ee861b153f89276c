import { blocksTool } from '../cline/blocks.ts';
import { files, taskTools } from '../cline/tools.ts';
import { asObject } from '../json.ts';
import { withoutNumbers } from '../text-editor/editor.ts';
import { checklistTool } from '../tools/checklist.ts';
import { agentTool, editTool, questionTool, readTool, searchTool } from '../tools/kit.ts';
import { patchTool } from '../tools/patch.ts';
import type { Answered, Tool, Tools } from '../tools/tool.ts';
import type { Json } from '../values.ts';

const replace = editTool({ path: 'file_path', before: 'old_string', after: 'new_string', all: 'replace_all' });

const one = readTool({ path: ['path', 'file_path'], from: 'offset', count: 'limit', content: withoutNumbers });

/** Its fields, or files in a list of their own, as several versions had it. */
const inputOf = (input: Json): Json => {
  const args = asObject(asObject(input)?.args);
  const listed = args?.file ?? asObject(input)?.files;
  const [file, ...others] = Array.isArray(listed) ? listed : listed === undefined ? [] : [listed];
  if (file === undefined) return input;
  return others.length === 0 && typeof file === 'object' ? file : { files: [file, ...others] };
};

const CONTENT = /^[\s\S]*<content[^>]*>\n?([\s\S]*?)<\/content>[\s\S]*$/;

/** One file, or several. A result has each in tags. */
const read: Tool = {
  call: (input) => one.call(inputOf(input)) ?? files.call(inputOf(input)),
  result: (answer: Answered) => one.result?.({ ...answer, input: inputOf(answer.input), text: answer.text.replace(CONTENT, '$1') }) ?? null,
};

/** Tools of Roo Code. */
export const tools: Tools = {
  ...taskTools,
  read_file: read,
  apply_diff: blocksTool('path', 'diff'),
  apply_patch: patchTool('patch'),
  edit: replace,
  edit_file: replace,
  search_replace: replace,
  codebase_search: searchTool('query', 'path'),
  update_todo_list: checklistTool('todos'),
  ask_followup_question: questionTool(null, 'follow_up'),
  new_task: agentTool({ title: 'mode', prompt: 'message', kind: 'mode' }),
};

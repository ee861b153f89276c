import { blocksTool } from '../cline/blocks.ts';
import { taskTools } from '../cline/tools.ts';
import { withoutNumbers } from '../text-editor/editor.ts';
import { checklistTool } from '../tools/checklist.ts';
import { agentTool, editTool, questionTool, readTool, searchTool } from '../tools/kit.ts';
import { patchTool } from '../tools/patch.ts';
import type { Tools } from '../tools/tool.ts';

const replace = editTool({ path: 'file_path', before: 'old_string', after: 'new_string', all: 'replace_all' });

/** Tools of Roo Code. */
export const tools: Tools = {
  ...taskTools,
  read_file: readTool({ path: ['path', 'file_path'], from: 'offset', count: 'limit', content: withoutNumbers }),
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

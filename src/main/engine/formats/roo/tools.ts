import type { ListItem } from '../../../../shared/model/index.ts';
import { blocksTool } from '../cline/blocks.ts';
import { taskTools } from '../cline/tools.ts';
import { asString } from '../json.ts';
import { agentTool, editTool, searchTool } from '../tools/kit.ts';
import { patchTool } from '../tools/patch.ts';
import { fields, type Tool, type Tools } from '../tools/tool.ts';

const replace = editTool({ path: 'file_path', before: 'old_string', after: 'new_string', all: 'replace_all' });

const ITEM = /^\s*(?:[-*] )?\[(.)\] +(.+)$/;
const STATES: Readonly<Record<string, ListItem['state']>> = { x: 'done', X: 'done', '-': 'doing', '~': 'doing' };

/** What is to be done, as a list with boxes in one text. */
const checklist: Tool = {
  call: fields((input) => {
    const lines = (asString(input.todos) ?? '').split('\n').flatMap((line) => {
      const [, box, text] = ITEM.exec(line) ?? [];
      return box === undefined || text === undefined ? [] : [{ text, state: STATES[box] ?? ('open' as const) }];
    });
    return lines.length === 0 ? null : { as: 'list', items: lines };
  }),
};

/** Tools of Roo Code. */
export const tools: Tools = {
  ...taskTools,
  apply_diff: blocksTool('path', 'diff'),
  apply_patch: patchTool('patch'),
  edit: replace,
  edit_file: replace,
  search_replace: replace,
  codebase_search: searchTool('query', 'path'),
  update_todo_list: checklist,
  new_task: agentTool({ title: 'mode', prompt: 'message', kind: 'mode' }),
};

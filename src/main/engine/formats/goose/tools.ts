import { editorTool } from '../text-editor/editor.ts';
import { checklistTool } from '../tools/checklist.ts';
import { commandTool, editTool, type Ran, readTool, searchTool, writeTool } from '../tools/kit.ts';
import type { Tools } from '../tools/tool.ts';

/** What a command printed is all that it says. */
const ran: Ran = ({ text }) => ({ exit: null, ms: null, text });

const editor = editorTool();
const shell = commandTool('command', ran);

const developer: Tools = {
  shell,
  text_editor: editor,
  // Its offset counts from 0, and its text may end with a note of its own.
  read: { call: readTool({ path: 'path', count: 'limit' }).call },
  write: writeTool('path', 'content'),
  edit: editTool({ path: 'path', before: 'before', after: 'after' }),
  glob: searchTool('pattern', 'path'),
  grep: searchTool('pattern', 'path'),
  tree: searchTool('path'),
};

/** Tools of Goose. Some versions put the name of their extension before those of the developer's. */
export const tools: Tools = {
  ...developer,
  todo__todo_write: checklistTool('content'),
  ...Object.fromEntries(Object.entries(developer).map(([name, tool]) => [`developer__${name}`, tool])),
};

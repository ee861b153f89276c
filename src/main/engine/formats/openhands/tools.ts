import { editorTool } from '../text-editor/editor.ts';
import { commandTool, fetchTool, listTool, type Ran, sayTool, searchTool } from '../tools/kit.ts';
import type { Tools } from '../tools/tool.ts';

const EXIT = /\[(?:The command completed|Command finished) with exit code (-?\d+)/;

/** After what a command printed come facts in brackets, a line each. */
const ran: Ran = ({ text }) => {
  const exit = EXIT.exec(text)?.[1];
  return {
    exit: exit === undefined ? null : Number(exit),
    ms: null,
    text: exit === undefined ? text : text.replace(/(?:^|\n)(?:\[[^\n]*\]\n?)+$/, ''),
  };
};

const command = commandTool('command', ran);
const editor = editorTool();

/** Tools of OpenHands: of its program 0.x, then of its SDK. */
export const tools: Tools = {
  execute_bash: command,
  terminal: command,
  str_replace_editor: editor,
  file_editor: editor,
  task_tracker: listTool('task_list', 'title'),
  glob: searchTool('pattern', 'path'),
  grep: searchTool('pattern', 'path'),
  web_read: fetchTool(),
  fetch: fetchTool(),
  think: sayTool('thought', 'thought'),
  finish: sayTool('answer', ['message', 'task_completed']),
};

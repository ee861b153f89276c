import { asList, asObject, asString } from '../json.ts';
import { commandTool, fetchTool, planTool, questionTool, type Ran, readTool, sayTool, searchTool, writeTool } from '../tools/kit.ts';
import { patchTool } from '../tools/patch.ts';
import { fields, type Tool, type Tools } from '../tools/tool.ts';
import { blocksTool } from './blocks.ts';

/** What a command printed is all that it says. */
const ran: Ran = ({ text }) => ({ exit: null, ms: null, text });

/** Tools that tasks of both programs of the family have, by the names of the editor's extension. */
export const taskTools: Tools = {
  execute_command: commandTool('command', ran, 'cwd'),
  read_file: readTool({ path: ['path', 'file_path'], from: 'offset', count: 'limit' }),
  write_to_file: writeTool('path', 'content'),
  search_files: searchTool('regex', 'path'),
  list_files: searchTool('path'),
  list_code_definition_names: searchTool('path'),
  ask_followup_question: questionTool(null),
  attempt_completion: sayTool('answer', 'result'),
};

/** The commands of one call, a line each. */
const commands: Tool = {
  call: fields((input) => {
    const lines = asList(input.commands).map(asString);
    return lines.length === 0 || lines.includes(null) ? null : { as: 'command', command: lines.join('\n'), folder: null };
  }),
};

/** One file, or several: all are named. */
export const files: Tool = {
  call: fields((input) => {
    const paths = asList(input.files).map((file) => asString(asObject(file)?.path) ?? asString(file));
    return paths.length === 0 || paths.includes(null) ? null : { as: 'read', path: paths.join(', '), from: null, count: null };
  }),
};

/** Tools of Cline: of its extension and command line 2.x, then of its command line 3.x. */
export const tools: Tools = {
  ...taskTools,
  replace_in_file: blocksTool('path', 'diff'),
  apply_patch: patchTool('input'),
  plan_mode_respond: planTool('response'),
  web_fetch: fetchTool('prompt'),
  web_search: searchTool('query'),
  run_commands: commands,
  read_files: files,
};

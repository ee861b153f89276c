import { asObject, asString } from '../json.ts';
import { agentTool, commandTool, listTool, output, questionTool, type Ran } from '../tools/kit.ts';
import { readPatch } from '../tools/patch.ts';
import { fields, type Tool, type Tools } from '../tools/tool.ts';
import { printedBy } from './printed.ts';

const ran: Ran = ({ text }) => printedBy(text);

/** A patch comes as text, or as the only field of an object. */
const patch: Tool = {
  call: (input) => {
    const edits = readPatch(asString(input) ?? asString(asObject(input)?.input) ?? '');
    return edits === null ? null : { as: 'edits', edits };
  },
  result: (answer) => output(ran(answer)),
};

/** What a command that still runs is sent: keys as a terminal writes them. Without any it is only waited for, and its fields say how long. */
const keys: Tool = {
  call: fields(({ chars }) => {
    const typed = asString(chars) ?? '';
    return typed === '' ? null : { as: 'command', command: typed.replace(CONTROL, caret), folder: null };
  }),
  result: (answer) => output(ran(answer)),
};

/** Whatever comes before the space, but for line ends. */
const CONTROL = /[^\n -\uffff]/g;
const caret = (char: string): string => `^${String.fromCharCode(char.charCodeAt(0) + 64)}`;

/** Tools of Codex, 0.58 to 0.169. */
export const tools: Tools = {
  exec_command: commandTool('cmd', ran, 'workdir'),
  write_stdin: keys,
  shell: commandTool('command', ran, 'workdir'),
  shell_command: commandTool('command', ran, 'workdir'),
  local_shell_call: commandTool('command', ran),
  apply_patch: patch,
  update_plan: listTool('plan', 'step'),
  spawn_agent: agentTool({ title: 'task_name', prompt: 'message', kind: 'agent_type' }),
  request_user_input: questionTool('questions'),
};

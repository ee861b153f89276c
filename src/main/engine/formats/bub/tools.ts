import { agentTool, commandTool, editTool, fetchTool, type Ran, readTool, searchTool, writeTool } from '../tools/kit.ts';
import { patchTool } from '../tools/patch.ts';
import type { Tools } from '../tools/tool.ts';

/** Output as it is: its tools say no exit. */
const ran: Ran = ({ text }) => ({ exit: null, ms: null, text });

/** Tools that tapes of Bub name. Bub takes tools from plugins, so that this is what is known and not all there is. */
export const tools: Tools = {
  bash: commandTool(['command', 'cmd'], ran, 'workdir'),
  read: readTool({ path: ['filePath', 'path'] }),
  apply_patch: patchTool('patchText'),
  fs_read: readTool({ path: 'path' }),
  fs_write: writeTool('path', 'content'),
  fs_edit: editTool({ path: 'path', before: 'old', after: 'new' }),
  grep: searchTool('pattern', 'path'),
  glob: searchTool('pattern', 'path'),
  webfetch: fetchTool(),
  websearch: searchTool('query'),
  codesearch: searchTool('query'),
  task: agentTool({ title: 'description', prompt: 'prompt', kind: 'subagent_type' }),
};

import { asObject, asString } from '../json.ts';
import { commandTool, fetchTool, type Ran, readTool, searchTool } from '../tools/kit.ts';
import { readPatch } from '../tools/patch.ts';
import type { Tools } from '../tools/tool.ts';

/** Output as it is: its tools say no exit. */
const ran: Ran = ({ text }) => ({ exit: null, ms: null, text });

/** Tools that tapes of Bub name. Bub takes tools from plugins, so that this is what is known and not all there is. */
export const tools: Tools = {
  bash: commandTool(['command', 'cmd'], ran, 'workdir'),
  read: readTool({ path: ['filePath', 'path'] }),
  apply_patch: {
    call: (input) => {
      const edits = readPatch(asString(asObject(input)?.patchText) ?? '');
      return edits === null ? null : { as: 'edits', edits };
    },
  },
  grep: searchTool('pattern', 'path'),
  glob: searchTool('pattern', 'path'),
  webfetch: fetchTool(),
  websearch: searchTool('query'),
};

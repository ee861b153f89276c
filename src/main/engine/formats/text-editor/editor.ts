import { asList, asNumber, asString } from '../json.ts';
import { editTool, readTool, writeTool } from '../tools/kit.ts';
import { type Call, fields, type Tool } from '../tools/tool.ts';
import type { JsonObject } from '../values.ts';

const NUMBERED = /^\s*(\d+)(?:\t|: | \| )(.*)$/;

/** Lines that say which file it is, and where it ends. */
const AROUND = 6;

/** Lines with a number each, as `cat -n` or a list prints them, without what is around them; other texts as they are. */
export function withoutNumbers(text: string, from: number, numbered = NUMBERED): { from: number; text: string } {
  const lines = text.split('\n').map((line) => numbered.exec(line));
  const found = lines.filter((line) => line !== null);
  if (found.length === 0 || found.length < lines.length - AROUND) return { from, text };
  return { from: Number(found[0]?.[1] ?? from), text: found.map((line) => line[2] ?? '').join('\n') };
}

/** A tool that reads a file, with the first and the last line in one field, from 1 on; -1 is the end. */
export function rangeTool(tool: Tool, range: string): Tool {
  return {
    ...tool,
    call: fields((input) => {
      const call = tool.call(input);
      const [from = null, to = null] = asList(input[range]).map(asNumber);
      if (call?.as !== 'read' || from === null) return call;
      return { ...call, from, count: to === null || to < from ? null : to - from + 1 };
    }),
  };
}

const read = rangeTool(readTool({ path: 'path', content: withoutNumbers }), 'view_range');
const write = writeTool('path', ['file_text', 'content']);
const replace = editTool({ path: 'path', before: 'old_str', after: 'new_str' });

/** One tool for all that is done to files, as its `command` says. Anthropic's text editor began it, and several agents have it with these fields. */
export function editorTool(): Tool {
  const call = (input: JsonObject): Call | null => {
    const command = asString(input.command);
    if (command === 'view') return read.call(input);
    if (command === 'create' || command === 'write') return write.call(input);
    if (command === 'str_replace') return replace.call({ new_str: '', ...input });
    return command === 'insert' ? replace.call({ ...input, old_str: '' }) : null;
  };
  const own = fields(call);
  return { call: own, result: (answer) => (own(answer.input)?.as === 'read' ? (read.result?.(answer) ?? null) : null) };
}

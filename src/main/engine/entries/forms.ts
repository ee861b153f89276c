import type { FileChange, Form, Part } from '../../../shared/model/index.ts';
import { jsonOrText } from '../formats/json.ts';
import { type Call, type Edit, type Tools, toolOf } from '../formats/tools/tool.ts';
import { cut } from '../text/excerpt.ts';
import { diffLines } from '../text/lines.ts';

/** Characters of a text in a form, lines of a change, and files of one, that cross to a window. */
export const MOST = 400_000;
const LINES = 2000;
const FILES = 100;

/** A call that a result answers, as its own entry has it. */
export interface Asked {
  readonly name: string;
  /** JSON as a rule; the text itself for a tool that takes text. */
  readonly input: string;
}

/** What a call is to a person; null where its agent's table does not know the tool, or it was called with something else. */
export function formOfCall(tools: Tools | undefined, name: string, input: string): Form | null {
  const call = toolOf(tools, name)?.call(jsonOrText(input)) ?? null;
  return call === null ? null : bounded(formOf(call));
}

/** What a result is, by the call that it answers. */
export function formOfResult(tools: Tools | undefined, asked: Asked, part: Pick<Part, 'text' | 'failed'>): Form | null {
  const { name, input } = asked;
  const form = toolOf(tools, name)?.result?.({ text: part.text, failed: part.failed === true, input: jsonOrText(input) });
  return form == null ? null : bounded(form);
}

/** The parts of an entry with what they are. A part that is cut has no form: half an input is not an input. */
export function withForms(tools: Tools | undefined, parts: readonly Part[], askedBy: (part: Part) => Asked | null): Part[] {
  return parts.map((part) => {
    const form = part.cut === undefined ? formOfPart(tools, part, askedBy) : null;
    return form === null ? part : { ...part, form };
  });
}

function formOfPart(tools: Tools | undefined, part: Part, askedBy: (part: Part) => Asked | null): Form | null {
  if (part.type === 'tool_call') return part.name === undefined ? null : formOfCall(tools, part.name, part.text);
  const asked = part.type === 'tool_result' ? askedBy(part) : null;
  return asked === null ? null : formOfResult(tools, asked, part);
}

const formOf = (call: Call): Form => (call.as === 'edits' ? { as: 'changes', files: call.edits.slice(0, FILES).map(changeOf) } : call);

function changeOf({ path, what, to, all, pieces }: Edit): FileChange {
  const found = pieces.map(({ before, after }) => diffLines(before, after));
  const lines = found.flatMap((piece) => piece.lines);
  const hidden = found.reduce((sum, piece) => sum + piece.hidden, 0) + Math.max(0, lines.length - LINES);
  const marked = (mark: string) => lines.reduce((sum, line) => sum + Number(line.mark === mark), 0);
  return {
    ...{ path, what, ...(to !== undefined && { to }), ...(all === true && { all }) },
    ...{ added: marked('new'), removed: marked('gone'), lines: lines.slice(0, LINES), hidden },
  };
}

/** Most characters of the text of a form, and how many are left out. */
export function bounded(form: Form, chars = MOST): Form {
  if (!('text' in form) || form.text.length <= chars) return form;
  const text = cut(form.text, chars);
  return { ...form, text, cut: (form.cut ?? 0) + form.text.length - text.length };
}

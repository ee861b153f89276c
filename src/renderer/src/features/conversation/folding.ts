import type { Form, Part, Read } from '../../../../shared/model/index.ts';
import { entryTone } from '../../ui/kinds.ts';

/** The first words of a text as one line. */
export function beginningOf(text: string): string {
  return text.slice(0, 400).replace(/\s+/g, ' ').trim();
}

const ADDED: ReadonlySet<string> = new Set(['injected', 'attachment', 'system', 'thinking']);
/** Characters that a summary shows before somebody asks for all of it. */
const LONG = 1500;

/** Whether a message is one line until somebody asks: nobody wrote it to be read first. */
const isAside = (tone: string, text: string): boolean => ADDED.has(tone) || (tone === 'summary' && text.length > LONG);

const isSaid = ({ type }: Part): boolean => type !== 'tool_call' && type !== 'tool_result';

/** Characters of a word that a narrow line never cuts. */
export const WORD = 24;

/** Thought that the log has no words of. */
export function isWordless({ type, text }: Part): boolean {
  return type === 'thinking' && text.trim() === '';
}

/** What an entry says, apart from its calls and their results. What else its record holds is drawn where there is nothing but that: raw shows it. */
export function saidParts(parts: readonly Part[]): readonly Part[] {
  const said = parts.filter(isSaid);
  return parts.every(({ type }) => type === 'json') ? said : said.filter(({ type }) => type !== 'json');
}

/** Characters that a line has room for: of a text without more there is nothing to unfold. */
const SHORT = 40;

/** Whether a line has all of the text that it is of. */
export function isWhole({ begins, size }: { begins: string; size: number }): boolean {
  return size <= SHORT && begins.length === size;
}

/** An entry as one line: who says it, how it begins and how long it is. Null where it is to be read in full. */
export function foldedLine(read: Read): { begins: string; size: number } | null {
  const { parts } = read;
  // What is called shows itself, also where it is written with what was thought.
  if (parts.length === 0 || !parts.every(isSaid)) return null;
  const text = parts.map((part) => part.command?.text ?? part.text).join('\n');
  const unread = parts.every(({ type }) => type === 'thinking' || type === 'json');
  return unread || isAside(entryTone(read.row), text) ? { begins: beginningOf(text), size: text.length } : null;
}

const OPEN: ReadonlySet<Form['as']> = new Set(['changes', 'list', 'plan', 'questions']);

/** Whether a call or a result shows what it is although it is folded: what it does is what one reads it for. */
export function showsItself({ form, failed, type }: Part): boolean {
  return form !== undefined
    ? OPEN.has(form.as) || (form.as === 'said' && form.what === 'answer') || (form.as === 'output' && form.exit !== null && form.exit !== 0)
    : type === 'image' || failed === true;
}

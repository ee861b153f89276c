import type { Form, Part } from '../../../../shared/model/index.ts';

/** The first words of a text as one line. */
export function beginningOf(text: string): string {
  return text.slice(0, 400).replace(/\s+/g, ' ').trim();
}

const ADDED: ReadonlySet<string> = new Set(['injected', 'attachment', 'system', 'thinking']);
/** Characters that a summary shows before somebody asks for all of it. */
const LONG = 1500;

/** Whether a message is one line until somebody asks: nobody wrote it to be read first. */
export function isAside(tone: string, text: string): boolean {
  return ADDED.has(tone) || (tone === 'summary' && text.length > LONG);
}

const OPEN: ReadonlySet<Form['as']> = new Set(['changes', 'list', 'plan', 'questions']);

/** Whether a call or a result shows what it is although it is folded: what it does is what one reads it for. */
export function showsItself({ form, failed, type }: Part): boolean {
  return form !== undefined
    ? OPEN.has(form.as) || (form.as === 'output' && form.exit !== null && form.exit !== 0)
    : type === 'image' || failed === true;
}

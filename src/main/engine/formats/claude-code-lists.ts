import type { Json, JsonObject } from './format.ts';
import { asList, asNumber, asObject, asString } from './json.ts';

/**
 * Attachments that are lists of things, of which the program tells the model a line each and not all that the log keeps: what the contexts
 * of recorded requests grew by fits these lines, and is half of what the data weighs.
 */
const LINES: ReadonlyMap<string, (attachment: JsonObject) => string[]> = new Map([
  ['task_reminder', ({ content }: JsonObject) => asList(content).map(task)],
  ['diagnostics', ({ files }: JsonObject) => asList(files).flatMap(fileOf)],
]);

/** The lines of such an attachment; null for any other. */
export function linesOf(attachment: JsonObject): string | null {
  const lines = LINES.get(asString(attachment.type) ?? '')?.(attachment);
  return lines === undefined ? null : lines.join('\n');
}

/** "#6 [pending] Write the design": its description stays in the log. */
function task(item: Json): string {
  const { id, status, subject } = asObject(item) ?? {};
  return `#${asString(id) ?? '?'} [${asString(status) ?? '?'}] ${asString(subject) ?? ''}`;
}

function fileOf(item: Json): string[] {
  const { uri, diagnostics } = asObject(item) ?? {};
  return [`${asString(uri) ?? 'a file'}:`, ...asList(diagnostics).map(diagnostic)];
}

/** "  Error at 81:17: cannot use x [Mismatch] (compiler)"; a log counts lines from 0, people from 1. */
function diagnostic(item: Json): string {
  const { severity, range, message, code, source } = asObject(item) ?? {};
  const start = asObject(asObject(range)?.start);
  const place = start === null ? '' : ` at ${(asNumber(start.line) ?? 0) + 1}:${(asNumber(start.character) ?? 0) + 1}`;
  const more = [...within('[', code, ']'), ...within('(', source, ')')].join('');
  return `  ${asString(severity) ?? 'Note'}${place}: ${asString(message) ?? ''}${more}`;
}

const within = (open: string, value: Json | undefined, close: string): string[] =>
  typeof value === 'string' && value !== '' ? [` ${open}${value}${close}`] : [];

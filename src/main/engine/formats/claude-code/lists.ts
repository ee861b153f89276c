import type { Json } from '../format.ts';
import { asList, asNumber, asObject, asString } from '../json.ts';

/** The most characters of diagnostics that are sent. */
const MOST = 4000;
const CUT = '…[truncated]';

const SYMBOLS: ReadonlyMap<string, string> = new Map([
  ['Error', '✘'],
  ['Warning', '⚠'],
  ['Info', 'ℹ'],
  ['Hint', '★'],
]);

/** Diagnostics of files as the model reads them: a line each, and not all that the log keeps. */
export function diagnosticsOf(files: Json | undefined): string {
  const text = asList(files).map(fileOf).join('\n\n');
  return text.length > MOST ? `${text.slice(0, MOST - CUT.length)}${CUT}` : text;
}

function fileOf(item: Json): string {
  const { uri, diagnostics } = asObject(item) ?? {};
  const path = asString(uri) ?? '';
  return [`${path.split('/').pop() || path}:`, ...asList(diagnostics).map(diagnostic)].join('\n');
}

/** "  ✘ [Line 81:17] cannot use x [Mismatch] (compiler)"; a log counts lines from 0, people from 1. */
function diagnostic(item: Json): string {
  const { severity, range, message, code, source } = asObject(item) ?? {};
  const start = asObject(asObject(range)?.start);
  const place = `[Line ${(asNumber(start?.line) ?? 0) + 1}:${(asNumber(start?.character) ?? 0) + 1}]`;
  const more = [...within('[', code, ']'), ...within('(', source, ')')].join('');
  return `  ${SYMBOLS.get(asString(severity) ?? '') ?? '●'} ${place} ${asString(message) ?? ''}${more}`;
}

const within = (open: string, value: Json | undefined, close: string): string[] =>
  typeof value === 'string' && value !== '' ? [` ${open}${value}${close}`] : [];

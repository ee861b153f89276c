/** What Node has and the types of the language do not yet: numbers as they are written. */
interface ExactJson {
  parse(text: string, revive: (key: string, value: unknown, context: { source?: string }) => unknown): unknown;
  rawJSON(text: string): unknown;
  isRawJSON(value: unknown): value is { rawJSON: string };
}
const exactJson = JSON as unknown as ExactJson;

/** Where a number may be none that JavaScript holds: an id of twenty digits, 1e999, 1e-999. */
const LONG_NUMBER = /\d{16}|\d[eE][+-]?\d{3}/;

const asWritten = (_key: string, value: unknown, { source = '' }: { source?: string }): unknown =>
  typeof value === 'number' && LONG_NUMBER.test(source) && String(value) !== source ? exactJson.rawJSON(source) : value;

/**
 * JSON in which a number that JavaScript would round is an object that `JSON.stringify` writes as it was written. For what goes into a line or
 * onto paper, and never over the bridge. Text without long numbers costs one look. Throws as `JSON.parse` does.
 */
export function parseExactly(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!LONG_NUMBER.test(text)) return value;
  try {
    return exactJson.parse(text, asWritten);
  } catch {
    // Nested deeper than what looks at each number reaches.
    return value;
  }
}

/** The numbers in a value that are kept as they were written, in order. */
export function longNumbers(value: unknown): string[] {
  const found: string[] = [];
  const open: unknown[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    if (exactJson.isRawJSON(next)) found.push(next.rawJSON);
    else for (const inner of Object.values(next).toReversed()) open.push(inner);
  }
  return found;
}

import type { Part } from '../../../shared/model/index.ts';
import type { Json, JsonObject } from '../formats/values.ts';

/** Names of members that hold what a model reads, in the records of any format. Other members may hold the same word by chance. */
const SAYING: ReadonlySet<string> = new Set([
  ...[
    'content',
    'contents',
    'text',
    'output',
    'result',
    'results',
    'message',
    'parts',
    'payload',
    'prompt',
    'summary',
    'value',
    'response',
  ],
  ...['observation', 'thought', 'said', 'body', 'stdout'],
]);

const DEEPEST = 60;

/**
 * The record with another text in the place of what it says, and what it said, whole: the first part gets the text, and the others say nothing.
 * Null where what it says is not in it as it is shown. Pure.
 */
export function replaced(
  record: JsonObject,
  parts: readonly Pick<Part, 'type' | 'text' | 'cut'>[],
  text: string,
): { record: JsonObject; before: string } | null {
  const saying = parts.filter(({ type, text: said }) => (type === 'text' || type === 'tool_result') && said !== '');
  const [first, ...rest] = saying;
  if (first === undefined) return null;
  let found = 0;
  const before: string[] = [];
  const is = ({ text: said, cut }: (typeof saying)[number], value: string): boolean => (cut ? value.startsWith(said) : value === said);
  const change = (value: Json, under: string, depth: number): Json => {
    if (depth === 0) return value;
    if (typeof value === 'string') {
      if (!SAYING.has(under)) return value;
      if (is(first, value)) {
        found += 1;
        if (found === 1) before.push(value);
        return text;
      }
      const part = rest.find((one) => is(one, value));
      if (part === undefined) return value;
      before.push(value);
      return '';
    }
    if (Array.isArray(value)) return value.map((item) => change(item, under, depth - 1));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, change(item, name, depth - 1)]));
  };
  const changed = change(record, '', DEEPEST) as JsonObject;
  return found === 0 ? null : { record: changed, before: before.join('\n') };
}

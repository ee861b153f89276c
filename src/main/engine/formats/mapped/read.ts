import type { Role, Usage } from '../../../../shared/model/index.ts';
import { Flag } from '../../../../shared/model/vocabulary.ts';
import { emptyDraft } from '../draft.ts';
import type { Draft } from '../format.ts';
import { asList, asNumber, asObject, asString, asWord, oneLine, strings, timeOf } from '../json.ts';
import type { Json } from '../values.ts';
import { type Mapping, ROLES } from './mapping.ts';
import { type Path, valueAt } from './path.ts';
import { mappings } from './registry.ts';

/** A record as a mapping reads it. */
export interface Said {
  mapping: Mapping;
  role: Role;
  text: string;
}

const roleIn = ({ role, roles }: Mapping, record: Json): Role | null => {
  const word = asString(valueAt(record, role));
  if (word === null) return null;
  return roles.get(word) ?? ROLES.find((known) => known === word.toLowerCase()) ?? null;
};

/** A text, or a list of texts and of parts with a text; whatever else it is, all text in it. */
const textIn = (content: Json): string => {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return strings(content);
  return asList(content)
    .map((part) => asString(part) ?? asString(asObject(part)?.text) ?? strings(part))
    .filter((text) => text !== '')
    .join('\n');
};

/** What a record says by this mapping; null where it does not fit. */
export function saidBy(mapping: Mapping, record: Json): Said | null {
  if (!mapping.where.every(([path, wanted]) => valueAt(record, path) === wanted)) return null;
  const role = roleIn(mapping, record);
  const content = role === null ? undefined : valueAt(record, mapping.content);
  return role === null || content === undefined || content === null ? null : { mapping, role, text: textIn(content) };
}

/** What it says by the first mapping that it fits, in the order of their files. */
export function said(record: Json): Said | null {
  for (const mapping of mappings()) {
    const found = saidBy(mapping, record);
    if (found !== null) return found;
  }
  return null;
}

const word = (record: Json, path: Path | undefined): string | null => {
  const found = path === undefined ? '' : asWord(valueAt(record, path));
  return found === '' ? null : found;
};

const usageIn = ({ usage }: Mapping, record: Json): Usage | null => {
  const of = (path: Path | undefined): number | null => {
    const found = path === undefined ? null : asNumber(valueAt(record, path));
    return found === null || found < 0 ? null : found;
  };
  const [input, output] = [of(usage.input), of(usage.output)];
  if (input === null && output === null) return null;
  return { input: input ?? 0, output: output ?? 0, cacheRead: of(usage.cacheRead) ?? 0, cacheWrite: of(usage.cacheWrite) ?? 0 };
};

const TITLE_CHARS = 120;

/** Makes an entry of a record. What fits no mapping keeps its type, and is shown. */
export function read(record: Json): Draft {
  const found = said(record);
  if (found === null) return emptyDraft(asString(asObject(record)?.type) ?? 'untyped', Flag.Unknown, null);
  const { mapping, role, text } = found;
  const { places, name } = mapping;
  const time = places.time === undefined ? null : timeOf(valueAt(record, places.time));
  const draft = emptyDraft('message', Flag.Sent | (role === 'user' ? Flag.Prompt : 0), time);
  Object.assign(draft, { role, chars: text.length, id: word(record, places.id), parent: word(record, places.parent) });
  draft.facts = { writer: name, ...(role === 'user' && text.trim() !== '' && { title: oneLine(text, TITLE_CHARS), titleRank: 0 }) };
  if (role === 'assistant') readAnswer(draft, mapping, record);
  return draft;
}

/** Each answer is of a request of its own, unless the mapping has a path to what the requests are called. */
function readAnswer(draft: Draft, { places, ...mapping }: Mapping, record: Json): void {
  const key = word(record, places.step);
  draft.step = key ?? draft.id ?? 'answer';
  if (key === null) draft.bound = { at: 'begins', time: null };
  draft.model = word(record, places.model);
  draft.usage = usageIn({ places, ...mapping }, record);
}

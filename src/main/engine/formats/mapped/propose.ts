import { isObject, timeOf } from '../json.ts';
import type { Json, JsonObject } from '../values.ts';

/** Values of a path in all records that have it. */
interface Column {
  path: string;
  values: Json[];
}

/** How deep and how wide a record is looked into. */
const DEPTH = 5;
const MOST_COLUMNS = 400;

const ROLE_WORDS: Readonly<Record<string, string>> = {
  ...{ user: 'user', human: 'user', person: 'user', client: 'user', customer: 'user' },
  ...{ assistant: 'assistant', ai: 'assistant', bot: 'assistant', model: 'assistant', agent: 'assistant', gpt: 'assistant' },
  ...{ system: 'system', developer: 'system', tool: 'tool', function: 'tool', tool_result: 'tool' },
};

const columnsOf = (records: readonly JsonObject[]): Column[] => {
  const columns = new Map<string, Column>();
  const visit = (value: Json | undefined, path: string, depth: number): void => {
    if (value === undefined || value === null || depth > DEPTH) return;
    const column = columns.get(path) ?? { path, values: [] };
    if (path !== '' && columns.size < MOST_COLUMNS) columns.set(path, column).get(path)?.values.push(value);
    if (Array.isArray(value)) visit(value[0], `${path}[0]`, depth + 1);
    else if (isObject(value))
      for (const [key, inner] of Object.entries(value))
        if (!/[.[\]]/.test(key)) visit(inner, path === '' ? key : `${path}.${key}`, depth + 1);
  };
  for (const record of records) visit(record, '', 0);
  return [...columns.values()];
};

const share = (values: readonly Json[], holds: (value: Json) => boolean): number =>
  values.length === 0 ? 0 : values.filter(holds).length / values.length;

/** The column of the highest score above 0; of equals the one that comes first in a record. */
const best = (columns: readonly Column[], score: (column: Column) => number): Column | null => {
  let found: Column | null = null;
  let most = 0;
  for (const column of columns) {
    const points = score(column);
    if (points > most) [found, most] = [column, points];
  }
  return found;
};

const named = (path: string, words: RegExp): number => (words.test(path.split('.').at(-1) ?? '') ? 1 : 0);
const isWord = (value: Json): value is string => typeof value === 'string' && Object.hasOwn(ROLE_WORDS, value.toLowerCase());
const isTime = (value: Json): boolean => {
  const time = typeof value === 'string' || typeof value === 'number' ? timeOf(value) : null;
  return time !== null && time > 946_684_800_000 && time < 4_102_444_800_000;
};
const isScalar = (value: Json): value is string | number => typeof value === 'string' || typeof value === 'number';
const length = (value: Json): number => (typeof value === 'string' ? value.length : 0);

const roleColumn = (columns: readonly Column[], many: number): Column | null =>
  best(columns, ({ path, values }) => {
    const words = share(values, isWord);
    return words < 0.5 ? 0 : words + named(path, /role|sender|author|who|from|speaker|kind|type/i) + values.length / many;
  });

const contentColumn = (columns: readonly Column[], many: number): Column | null =>
  best(columns, ({ path, values }) => {
    const texts = share(values, (value) => typeof value === 'string');
    const chars = values.reduce<number>((sum, value) => sum + length(value), 0) / Math.max(1, values.length);
    return texts < 0.5 || chars < 2
      ? 0
      : (named(path, /content|text|message|body|says|said|output|words/i) + values.length / many) * Math.log2(chars + 2);
  });

const idColumn = (columns: readonly Column[], many: number): Column | null =>
  best(columns, ({ path, values }) => {
    const unique = values.length === many && new Set(values).size === many && share(values, isScalar) === 1;
    return unique ? named(path, /^(uu|message_?|msg_?|entry_?|event_?)?id$|^no$|^key$/i) : 0;
  });

const parentColumn = (columns: readonly Column[], ids: Column): Column | null => {
  const known = new Set(ids.values);
  return best(columns, ({ path, values }) =>
    path !== ids.path && values.length > 0 && share(values, (value) => known.has(value)) > 0.9 ? values.length : 0,
  );
};

const USAGE = {
  input: /^(input|prompt|in)(_?tokens?)?$|^read$/i,
  output: /^(output|completion|out)(_?tokens?)?$|^wrote$/i,
  cacheRead: /^cache_?read(_input)?(_?tokens?)?$|^cached(_input)?_?tokens?$/i,
  cacheWrite: /^cache_?(write|creation)(_input)?(_?tokens?)?$/i,
};

const usageOf = (columns: readonly Column[]): Record<string, string> => {
  const counts = columns.filter(({ values }) => share(values, (value) => Number.isInteger(value)) === 1);
  return Object.fromEntries(
    Object.entries(USAGE).flatMap(([key, words]) => {
      const found = best(counts, ({ path }) => named(path, words));
      return found === null ? [] : [[key, found.path]];
    }),
  );
};

/** Proposes a mapping of records, to be looked at by a person: its JSON, and what it could not find, one sentence each. */
export function proposeMapping(name: string, records: readonly JsonObject[]): { mapping: JsonObject; missing: string[] } {
  const columns = columnsOf(records);
  const role = roleColumn(columns, records.length);
  const id = idColumn(columns, records.length);
  const parent = id === null ? null : parentColumn(columns, id);
  const time = best(columns, ({ path, values }) =>
    share(values, isTime) < 0.9 ? 0 : values.length + named(path, /time|date|_at$|^at$|^ts$|created/i),
  );
  const usage = usageOf(columns);
  const counts = Object.values(usage);
  const step = best(columns, ({ path, values }) =>
    share(values, isScalar) === 1 && path !== id?.path && !counts.includes(path)
      ? named(path, /^(request|run|response|turn|step|completion)(_?id)?$/i)
      : 0,
  );
  const model = best(columns, ({ path, values }) =>
    share(values, (value) => typeof value === 'string') === 1 ? named(path, /^model(_?(id|name))?$/i) : 0,
  );
  const words = [...new Set(role?.values.filter((value) => typeof value === 'string'))];
  const roles = words.flatMap((word) =>
    isWord(word) && ROLE_WORDS[word.toLowerCase()] !== word ? [[word, ROLE_WORDS[word.toLowerCase()] ?? '']] : [],
  );
  const found = { id, parent, time, step, model };
  // What is said may be shorter than all that is known of it.
  const content = contentColumn(
    columns.filter((column) => column !== role && !Object.values(found).includes(column)),
    records.length,
  );
  return {
    mapping: {
      name,
      ...{ role: role?.path ?? '', ...(roles.length > 0 && { roles: Object.fromEntries(roles) }), content: content?.path ?? '' },
      ...Object.fromEntries(Object.entries(found).flatMap(([key, column]) => (column === null ? [] : [[key, column.path]]))),
      ...(Object.keys(usage).length > 0 && { usage }),
    },
    missing: [
      ...(role === null
        ? ['No field says whether a record is of a user or an assistant: write its path as "role", and in "roles" what its words mean.']
        : []),
      ...(content === null ? ['No field holds what is said: write its path as "content".'] : []),
      ...words.flatMap((word) =>
        isWord(word) ? [] : [`"roles" does not say yet what ${JSON.stringify(word)} is: records with it stay unread.`],
      ),
    ],
  };
}

import fc from 'fast-check';

/** What happens to a log: by a disk, an editor, a program that was killed, or somebody who wishes us ill. */
export interface Mutation {
  how: (typeof HOWS)[number];
  at: number;
  other: number;
  value: number;
}

const HOWS = [
  ...(['flip', 'noise', 'nul', 'cut', 'no-line', 'twice', 'swap', 'half', 'blank', 'crlf', 'bom'] as const),
  ...(['value', 'value', 'value', 'value', 'key', 'deep', 'raw', 'split'] as const),
];

export const mutations: fc.Arbitrary<Mutation[]> = fc.array(
  fc.record({ how: fc.constantFrom(...HOWS), at: fc.nat(2 ** 30), other: fc.nat(2 ** 30), value: fc.nat(1000) }),
  { minLength: 1, maxLength: 4 },
);

const VALUES: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1.5, 2 ** 53, -(2 ** 53), 1e308, '', 'x', '\ud800', 'a\udc00b', '\0', '__proto__', '2026-13-45T99:99:99Z'],
  ...[[], {}, [[]], [null], { type: null }, { length: 1e9 }, 'x'.repeat(70_000), '\u001b[31m', [1, 'a', {}], '-1', 'NaN', '9'.repeat(400)],
];

/** Tokens that JSON has and JavaScript cannot write, or that only look like JSON. */
const RAW = [
  '1e999',
  '-1e999',
  '-0',
  '"\\ud800"',
  '"\\u0000"',
  '1'.repeat(400),
  'NaN',
  'undefined',
  "'x'",
  '01',
  '{"__proto__":{"x":1}}',
  '{"a":1,"a":2}',
];

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** A place inside of a record: what holds it, and its key. */
const placeIn = (record: unknown, seed: number): { holder: Record<string, unknown>; key: string } | null => {
  let [holder, rest] = [record, seed];
  for (;;) {
    if (!isObject(holder)) return null;
    const keys = Object.keys(holder);
    const key = keys[rest % Math.max(1, keys.length)];
    if (key === undefined) return null;
    rest = Math.floor(rest / keys.length);
    const next: unknown = holder[key];
    if (!isObject(next) || rest % 3 === 0 || Object.keys(next).length === 0) return { holder, key };
    holder = next;
  }
};

const changed = (line: string, one: Mutation): string => {
  try {
    return changedRecord(JSON.parse(line), line, one);
  } catch {
    // No record any more, or one that is nested too deeply to be written.
    return line;
  }
};

const changedRecord = (record: unknown, line: string, { how, other, value }: Mutation): string => {
  const place = placeIn(record, other);
  if (place === null) return line;
  const { holder, key } = place;
  if (how === 'key') {
    const { [key]: held } = holder;
    delete holder[key];
    Object.defineProperty(holder, ['x', '', '__proto__', 'type', 'uuid'][value % 5] ?? 'x', {
      value: held,
      enumerable: true,
      configurable: true,
    });
  } else holder[key] = how === 'value' ? VALUES[value % VALUES.length] : 'TOKEN';
  const text = JSON.stringify(record);
  if (how === 'deep') return text.replace('"TOKEN"', `${'['.repeat(value * 20)}1${']'.repeat(value * 20)}`);
  return how === 'raw' ? text.replace('"TOKEN"', RAW[value % RAW.length] ?? '0') : text;
};

const ofLines = (bytes: Buffer, one: Mutation): Buffer => {
  const lines = bytes.toString('latin1').split('\n');
  const [at, other] = [one.at % lines.length, one.other % lines.length];
  const [line = '', another = ''] = [lines[at], lines[other]];
  if (one.how === 'no-line') lines.splice(at, 1);
  else if (one.how === 'twice') lines.splice(other, 0, line);
  else if (one.how === 'half') lines[at] = line.slice(0, one.other % (line.length + 1));
  else if (one.how === 'blank') lines.splice(at, 0, '', '   ', '\t');
  else if (one.how === 'split') lines[at] = `${line.slice(0, line.length / 2)}\n${line.slice(line.length / 2)}`;
  else if (one.how === 'swap') [lines[at], lines[other]] = [another, line];
  else lines[at] = Buffer.from(changed(Buffer.from(line, 'latin1').toString(), one)).toString('latin1');
  return Buffer.from(lines.join('\n'), 'latin1');
};

const mutated = (bytes: Buffer, one: Mutation): Buffer => {
  const at = one.at % Math.max(1, bytes.length);
  switch (one.how) {
    case 'flip':
      return Buffer.concat([bytes.subarray(0, at), Buffer.from([(bytes[at] ?? 0) ^ (1 << (one.value % 8))]), bytes.subarray(at + 1)]);
    case 'noise':
      return Buffer.concat([bytes.subarray(0, at), Buffer.from([one.value, 0xc3, one.other, 0xff, 0xed, 0xa0, 0x80]), bytes.subarray(at)]);
    case 'nul':
      return Buffer.concat([bytes.subarray(0, at), Buffer.alloc(one.value), bytes.subarray(at)]);
    case 'cut':
      return bytes.subarray(0, at);
    case 'crlf':
      return Buffer.from(bytes.toString('latin1').replaceAll('\n', '\r\n'), 'latin1');
    case 'bom':
      return Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]);
    default:
      return ofLines(bytes, one);
  }
};

/** A log after all of these. */
export function mutate(bytes: Buffer, all: readonly Mutation[]): Buffer {
  return all.reduce(mutated, bytes);
}

import fc from 'fast-check';

/** The part of JSON Schema that the contract's inputs come to. */
export interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema | boolean;
  prefixItems?: Schema[];
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  minItems?: number;
  minimum?: number;
  maxItems?: number;
}

/** What there is to name, by the name of the argument. */
export type Known = Readonly<Record<string, readonly unknown[]>>;

const HOSTILE = [
  ...['', ' ', '\0', 'a\0b', '.', '..', '../../x', './x/../y', '~', '~/x', '/dev/zero', '/dev/null', '/etc/passwd', '/no/such/file', '/x'],
  ...['__proto__', 'constructor', 'toString', '$&', '%00', '%s', 'undefined', 'null', 'NaN', '-0', '1e999', '0x10', '\ud800', 'a\udfffb'],
  ...[
    '"',
    '"a',
    'a*',
    'NEAR(a b)',
    'a AND',
    "'; DROP TABLE tapes; --",
    '*',
    '(',
    '[',
    '\\',
    '(a+)+$',
    '\u202e\u200b',
    '\x1b[31m',
    '\r\n',
    '🙂',
  ],
  ...['x'.repeat(255), 'x'.repeat(300), 'é'.repeat(200), '>'.repeat(3000), '['.repeat(3000), 'x'.repeat(100_001)],
];

const NUMBERS = [0, 1, 2, 3, 4, 5, 7, 12, -1, 0.5, 255, 256, 257, 1000, 2 ** 31, 2 ** 32, 2 ** 53 - 1, 2 ** 53, -(2 ** 53), 1e21, 1e308];

const wildText = (known: readonly unknown[]): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: known.length > 0 ? 12 : 0, arbitrary: fc.constantFrom(...(known.length > 0 ? known : [''])) },
    { weight: 3, arbitrary: fc.constantFrom(...HOSTILE) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  );

const tameText = (known: readonly unknown[]): fc.Arbitrary<unknown> => fc.constantFrom(...(known.length > 0 ? known : ['a']));

const few = (least: number, most: number): fc.Arbitrary<number> => fc.integer({ min: Math.max(1, least), max: Math.max(1, least) + most });

const wildNumber = fc.oneof({ weight: 4, arbitrary: few(1, 11) }, { weight: 1, arbitrary: fc.constantFrom(...NUMBERS) });

/** Anything that JSON holds, and what only a handler can be given. */
const wrong: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, undefined, true, false, [], {}, [[]], Number.NaN, Number.POSITIVE_INFINITY, -0, { length: 1e9 }),
  fc.constantFrom<unknown>(...HOSTILE, ...NUMBERS),
  fc.jsonValue({ maxDepth: 4 }),
);

/** Values of one kind: those that name what is there, or wild ones. */
interface Kind {
  tame: boolean;
  known: Known;
}

/**
 * Arguments of the shape that a schema asks for: half of them name what is `there`, so that calls get past the first look at them; the others have
 * wild values, and now and then another shape.
 */
export function argumentsOf(schema: Schema, known: Known, there: Known): fc.Arbitrary<unknown> {
  return fc.oneof(shaped(schema, { tame: true, known: there }, ''), given(schema, { tame: false, known }, ''));
}

const given = (schema: Schema, kind: Kind, name: string): fc.Arbitrary<unknown> =>
  kind.tame ? shaped(schema, kind, name) : fc.oneof({ weight: 60, arbitrary: shaped(schema, kind, name) }, { weight: 1, arbitrary: wrong });

const shaped = (schema: Schema, kind: Kind, name: string): fc.Arbitrary<unknown> => {
  const some = schema.oneOf ?? schema.anyOf;
  if (some !== undefined) return fc.oneof(...some.map((one) => given(one, kind, name)));
  if (schema.allOf !== undefined)
    return fc.tuple(...schema.allOf.map((one) => shaped(one, kind, name))).map((all) => Object.assign({}, ...all));
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.type === 'string') return (kind.tame ? tameText : wildText)(kind.known[name] ?? []);
  if (schema.type === 'integer' || schema.type === 'number') return kind.tame ? few(schema.minimum ?? 1, 2) : wildNumber;
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'null') return fc.constant(null);
  if (schema.prefixItems !== undefined) return fc.tuple(...schema.prefixItems.map((one) => given(one, kind, name)));
  if (schema.type === 'array')
    return fc.array(given(typeof schema.items === 'object' ? schema.items : {}, kind, name), {
      minLength: schema.minItems ?? 0,
      maxLength: Math.min(schema.maxItems ?? 4, 4),
    });
  if (schema.type === 'object') return objectOf(schema, kind);
  return kind.tame ? fc.constant('a') : fc.oneof(fc.jsonValue({ maxDepth: 3 }), wrong);
};

const objectOf = ({ properties = {}, required = [], additionalProperties }: Schema, kind: Kind): fc.Arbitrary<unknown> => {
  const all = Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, given(one, kind, name)]));
  const own = kind.tame ? fewOf(all, required) : fc.record(all, { requiredKeys: required });
  if (typeof additionalProperties !== 'object') return own;
  const more = fc.dictionary(fc.constantFrom('a', 'name', ...HOSTILE), given(additionalProperties, kind, ''), { maxKeys: 3 });
  return fc.tuple(own, more).map(([one, other]) => ({ ...one, ...other }));
};

/** What must be there, and at most one thing more: of those that need not be, many exclude each other. */
const fewOf = (all: Record<string, fc.Arbitrary<unknown>>, required: readonly string[]): fc.Arbitrary<object> => {
  const others = Object.keys(all).filter((name) => !required.includes(name));
  const one = fc.constantFrom(null, ...others).map((more) => (more === null ? required : [...required, more]));
  return one.chain((names) => fc.record(Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)))));
};

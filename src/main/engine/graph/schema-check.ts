import type { ErrorObject, ValidateFunction } from 'ajv';
import type { Shapes, Unknown } from '../../../shared/model/index.ts';
import type { Era, Schemas, Span, Version } from '../formats/contract.ts';
import type { JsonObject } from '../formats/format.ts';
import { oneLine } from '../formats/json.ts';

export interface ShapeCheck {
  /** Records in file order: those without a version have that of the record before. */
  add(record: JsonObject, seq: number, line: number): void;
  result(): Shapes;
}

const MOST_TOLD = 200;

/** Compares records with the JSON Schema of their type and version. ajv is loaded for this alone. */
export async function createShapeCheck(schemas: Schemas): Promise<ShapeCheck> {
  const { eras, types, spans } = schemas;
  const { Ajv } = await import('ajv');
  const ajv = new Ajv({ allErrors: true, strict: false });
  const compiled = new Map<string, ValidateFunction>();
  const validatorOf = (type: string, era: Era): ValidateFunction => {
    const key = `${era.name} ${type}`;
    const validate = compiled.get(key) ?? ajv.compile(schemaOf(types[type] ?? {}, era));
    compiled.set(key, validate);
    return validate;
  };
  const versions = new Map<string, { schema: string; records: number }>();
  const unknown = new Map<string, Unknown>();
  let [known, looked] = [0, 0];
  // Records of a version that nobody has seen are compared with the nearest one, and known for none.
  let seen = true;
  let era = eras.at(-1) ?? { name: '', from: [0, 0, 0], to: [0, 0, 0] };

  const met = (what: Unknown['what'], name: string, seq: number, line: number): void => {
    const found = unknown.get(`${what} ${name}`);
    if (found) found.count += 1;
    else if (unknown.size < MOST_TOLD) unknown.set(`${what} ${name}`, { what, name, count: 1, first: { seq, line, text: name } });
  };

  return {
    add(record, seq, line) {
      looked += 1;
      const version = schemas.versionOf(record);
      if (version !== null) {
        era = eraOf(eras, version);
        const counted = versions.get(version) ?? { schema: era.name, records: 0 };
        counted.records += 1;
        versions.set(version, counted);
        seen = isKnown(eras, version);
        if (!seen) met('version', version.slice(0, 40), seq, line);
      }
      const type = schemas.typeOf(record);
      const plain = schemas.plain(record);
      if (plain === null) known += 1;
      else if (!Object.hasOwn(types, type) || !within(spans[type] ?? {}, era)) met('type', oneLine(type, 60) || 'none', seq, line);
      else {
        const validate = validatorOf(type, era);
        if (validate(plain)) known += seen ? 1 : 0;
        else for (const error of validate.errors ?? []) met(...told(type, error, record), seq, line);
      }
    },
    result: () => ({
      versions: [...versions].map(([version, { schema, records }]) => ({ version, schema, records })),
      known,
      looked,
      unknown: [...unknown.values()].sort((a, b) => b.count - a.count),
    }),
  };
}

const schemaOf = (type: Schemas['types'][string], era: Era): object => {
  const fields = Object.entries(type).filter(([, field]) => within(field, era));
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(([name, { schema }]) => [name, schema])),
    required: fields.filter(([, { required }]) => required).map(([name]) => name),
    additionalProperties: false,
  };
};

/** A field that came or went within an era is known in all of it. */
const within = ({ since, until }: Span, era: Era): boolean =>
  (since === undefined || compare(since, era.to) <= 0) && (until === undefined || compare(until, era.from) >= 0);

const compare = (a: Version, b: Version): number => a[0] - b[0] || a[1] - b[1] || a[2] - b[2];

const parse = (version: string): Version | null => {
  const [, major, minor, patch] = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})/.exec(version) ?? [];
  return patch === undefined ? null : [Number(major), Number(minor), Number(patch)];
};

/** The era of a version; of one that nobody has seen yet, the nearest. */
const eraOf = (eras: readonly Era[], text: string): Era => {
  const version = parse(text);
  const [oldest, newest] = [eras[0], eras.at(-1)];
  const found = version && eras.findLast((era) => compare(era.from, version) <= 0);
  return found ?? (version ? oldest : newest) ?? { name: '', from: [0, 0, 0], to: [0, 0, 0] };
};

const isKnown = (eras: readonly Era[], text: string): boolean => {
  const version = parse(text);
  return version !== null && eras.some((era) => compare(era.from, version) <= 0 && compare(version, era.to) <= 0);
};

const told = (type: string, error: ErrorObject, record: JsonObject): [what: Unknown['what'], name: string] => {
  // List places differ from record to record and say nothing about the shape.
  const path = error.instancePath.replace(/\/\d+(?=\/|$)/g, '').replaceAll('/', '.');
  if (error.keyword === 'additionalProperties') return ['field', `${type}.${oneLine(String(error.params.additionalProperty), 60)}`];
  if (error.keyword === 'enum' || error.keyword === 'const')
    return ['value', `${type}${path} = ${shown(valueAt(record, error.instancePath))}`];
  if (error.keyword === 'required') return ['shape', `${type}${path} without ${String(error.params.missingProperty)}`];
  return ['shape', `${type}${path} ${error.message ?? 'is of another shape'}`];
};

/** An array inside of an array inside of … cannot be made a string. */
const shown = (value: unknown): string => {
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' && value !== null ? 'an object' : oneLine(String(value), 60);
};

const valueAt = (record: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (value, key) => (typeof value === 'object' && value !== null ? Object.entries(value).find(([name]) => name === key)?.[1] : undefined),
      record,
    );

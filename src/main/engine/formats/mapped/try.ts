import { timeOf } from '../json.ts';
import type { Json, JsonObject } from '../values.ts';
import type { Mapping } from './mapping.ts';
import { type Path, valueAt } from './path.ts';
import { saidBy } from './read.ts';

const wordOf = (path: Path): string =>
  path.map((step, at) => (typeof step === 'number' ? `[${step}]` : `${at === 0 ? '' : '.'}${step}`)).join('');

const first = (value: Json | undefined): string => JSON.stringify(value ?? null).slice(0, 60);

/** A condition whose value no record has, although some have another one there. */
function unmatched([path, wanted]: Mapping['where'][number], records: readonly JsonObject[]): string[] {
  const line = records.findIndex((record) => valueAt(record, path) !== undefined);
  if (line < 0 || records.some((record) => valueAt(record, path) === wanted)) return [];
  return [
    `"where" matches no record: ${wordOf(path)} is ${first(valueAt(records[line] ?? {}, path))} in record ${line + 1}, not ${first(wanted)}.`,
  ];
}

/** The first time that is none. */
function untimely({ places: { time } }: Mapping, records: readonly JsonObject[]): string[] {
  if (time === undefined) return [];
  const isNone = (record: JsonObject): boolean => (valueAt(record, time) ?? null) !== null && timeOf(valueAt(record, time)) === null;
  const at = records.findIndex(isNone);
  if (at < 0) return [];
  const others = records.filter(isNone).length - 1;
  const more = others === 0 ? '' : `, and in ${others} more`;
  return [`"time" finds what is not a time: ${wordOf(time)} is ${first(valueAt(records[at] ?? {}, time))} in record ${at + 1}${more}.`];
}

/** Compares a mapping with the first records of a log: how many fit, and a sentence for each path that finds nothing in any of them. */
export function tryMapping(
  mapping: Mapping,
  name: string,
  records: readonly JsonObject[],
): { records: number; fit: number; faults: string[] } {
  const { role, content, places, usage, files, where, roles } = mapping;
  const paths: [string, Path | undefined][] = [
    ...([
      ['role', role],
      ['content', content],
    ] as [string, Path][]),
    ...Object.entries(places),
    ...Object.entries(usage).map(([key, path]): [string, Path | undefined] => [`usage.${key}`, path]),
    ...where.map(([path]): [string, Path] => ['where', path]),
  ];
  const empty = paths.filter(([, path]) => path !== undefined && records.every((record) => valueAt(record, path) === undefined));
  const fit = records.filter((record) => saidBy(mapping, record) !== null).length;
  const words = new Set(records.map((record) => valueAt(record, role)).filter((word) => typeof word === 'string'));
  const strange =
    fit === records.length ? [] : [...words].filter((word) => !roles.has(word) && !/^(user|assistant|system|tool)$/i.test(word));
  return {
    records: records.length,
    fit,
    faults: [
      ...(files === null || files.test(name) ? [] : [`"files" does not match the name ${name}.`]),
      ...empty.map(([key, path]) => `"${key}" finds nothing: no record has ${wordOf(path ?? [])}.`),
      ...where.flatMap((condition) => unmatched(condition, records)),
      ...untimely(mapping, records),
      ...strange.map((word) => `"roles" does not say what ${JSON.stringify(word)} is.`),
    ],
  };
}

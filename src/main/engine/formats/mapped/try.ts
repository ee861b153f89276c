import type { JsonObject } from '../values.ts';
import type { Mapping } from './mapping.ts';
import { type Path, valueAt } from './path.ts';
import { saidBy } from './read.ts';

const wordOf = (path: Path): string =>
  path.map((step, at) => (typeof step === 'number' ? `[${step}]` : `${at === 0 ? '' : '.'}${step}`)).join('');

/** Holds a mapping against the first records of a log: how many fit, and a sentence for each path that finds nothing in any of them. */
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
      ...strange.map((word) => `"roles" does not say what ${JSON.stringify(word)} is.`),
    ],
  };
}

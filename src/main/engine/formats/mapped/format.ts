import { basename } from 'node:path';
import type { Part } from '../../../../shared/model/index.ts';
import type { Format, Sample } from '../format.ts';
import { asObject, fewLines, isObject, stringify, strings } from '../json.ts';
import { part } from '../part.ts';
import type { Json, WireMessage } from '../values.ts';
import type { Mapping } from './mapping.ts';
import { read, said, saidBy } from './read.ts';
import { mappings } from './registry.ts';

/** Logs of programs that a mapping file describes. */
export const mapped = {
  ...{ id: 'mapped', name: 'Own mapping', detect, doubt, locate: () => ({}), read, text, parts, preview, messages },
  payload: (record) => record,
} as const satisfies Format;

/** Which share of the records fits. A known agent that is as sure comes first, unless the mapping names the file. */
const shareOf = (mapping: Mapping, { path, records, document }: Sample): number => {
  if (document !== undefined || records.length === 0 || (mapping.files !== null && !mapping.files.test(basename(path)))) return 0;
  const share = records.filter((record) => saidBy(mapping, record) !== null).length / records.length;
  return mapping.files === null ? share * 0.9 : share;
};

function detect(sample: Sample): number {
  return Math.max(0, ...mappings(true).map((mapping) => shareOf(mapping, sample)));
}

/** Where two mappings fit a file equally well, nobody can tell which one is meant. */
function doubt(sample: Sample): string | null {
  const all = mappings().map((mapping) => ({ name: mapping.name, share: shareOf(mapping, sample) }));
  const most = Math.max(0, ...all.map(({ share }) => share));
  const [one, other] = all.filter(({ share }) => share === most);
  if (one === undefined || other === undefined) return null;
  return `fits the mappings ${one.name} and ${other.name} equally well: say with "files" or "where" in one of them which it is`;
}

function text(record: Json): string {
  return said(record)?.text ?? strings(record);
}

function parts(record: Json): Part[] {
  const found = said(record);
  return [found === null ? part('json', stringify(record, 2)) : part('text', found.text)];
}

function preview(record: Json): string {
  return fewLines(text(record));
}

/** A record that fits no mapping is not a message. */
function messages(records: readonly Json[]): WireMessage[] {
  return records.flatMap((record) => {
    const found = said(record);
    if (found === null) return isObject(record) ? [{ role: 'user', content: strings(asObject(record) ?? {}) }] : [];
    return [{ role: found.role === 'tool' ? 'user' : found.role, content: found.text }];
  });
}

import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { holdRecord, readAt } from '../bytes/read-at.ts';
import type { Format, JsonObject, Sample } from '../formats/format.ts';
import { formatNamed, likeliest, nearestTo, surety } from '../formats/index.ts';
import { lineReader } from '../formats/lines.ts';
import { describeUnknown, foreignEncoding } from '../formats/unknown.ts';
import { JsonCursor } from './json-cursor.ts';
import type { RecordPaths } from './record-paths.ts';
import { walkDocument } from './walk-document.ts';

const RECORDS = 30;
const OPEN_LIST = 0x5b;
const CHUNK = 64 * 1024;
/** Enough for the first record of any log; a file without a line feed for so long is none. */
const MOST = 64 << 20;

/** For all files, one after the other. */
let buffer: Buffer | null = null;

/** Up to 30 records from the head of an open file. */
const sampleOf = (path: string, file: number, size: number): Sample => {
  const sample: Sample = { path, records: [] };
  const record = (value: JsonObject, offset: number, _length: number, _line: number, repaired: string | null): void => {
    sample.records.push(value);
    if (repaired === null) holdRecord(file, offset, value);
  };
  const reader = lineReader({ record, problem: () => {} });
  buffer ??= Buffer.allocUnsafeSlow(CHUNK);
  let at = 0;
  while (at < Math.min(size, MOST) && sample.records.length < RECORDS && (at < MOST / 16 || sample.records.length === 0)) {
    const read = readAt(file, buffer, at, Math.min(CHUNK, size - at));
    if (read === 0) break;
    reader.push(buffer.subarray(0, read));
    at += read;
  }
  if (sample.records.length < RECORDS) reader.end(true);
  return { path, records: sample.records.slice(0, RECORDS) };
};

/** The same of a document: what is in the lists at its top, and around them. */
const sampleOfDocument = (path: string, file: number, size: number): Sample => {
  const keys = new Set<string>();
  const member = (key: string): RecordPaths => {
    keys.add(key);
    return { item: 'record', member: null };
  };
  const cursor = new JsonCursor(file, Math.min(size, MOST), CHUNK);
  const list = cursor.skipMark() === OPEN_LIST;
  const records: JsonObject[] = [];
  for (const { value } of walkDocument(cursor, { item: 'record', member })) {
    if (value !== null) records.push(value);
    if (records.length >= RECORDS || cursor.offset > MOST / 16) break;
  }
  return { path, records, document: { list, keys: [...keys] } };
};

/** What is known of a file before anybody looks into it. */
export interface Told {
  /** The id of the format that a person says it is of. */
  as?: string | undefined;
  /** The id of the format that it was read as before. */
  before?: string | undefined;
}

/**
 * The format of an open file of lines. Throws TapeError('not-a-log') with a sentence that says what the file looks like instead; where several formats
 * are equally likely, `details.likely` has their ids.
 */
export function detectFormat(path: string, file: number, size: number, told: Told = {}): Format {
  return judged(sampleOf(path, file, size), file, size, told);
}

/** The format of an open file that is a JSON document. Throws as `detectFormat` does. */
export function detectDocument(path: string, file: number, size: number, told: Told = {}): Format {
  return judged(sampleOfDocument(path, file, size), file, size, told);
}

/** Whether a document is of some format, be it of one of several. */
export function isDocumentOfSome(path: string, file: number, size: number): boolean {
  try {
    detectDocument(path, file, size);
    return true;
  } catch (failure) {
    return failure instanceof TapeError && failure.details?.likely !== undefined;
  }
}

/** The format that a person names, where some of the file fits it. */
const named = (sample: Sample, id: string): Format => {
  const format = formatNamed(id);
  if (format === null) throw new TapeError('not-a-log', `There is no format called ${id}; tape formats lists them.`, { path: sample.path });
  if (surety(format, sample) > 0) return format;
  throw new TapeError('not-a-log', `${sample.path} is not a log of ${format.name}: nothing at its beginning fits.`, { path: sample.path });
};

/** One of those that are equally likely. */
const chosen = (path: string, formats: readonly Format[], before: string | undefined): Format | null => {
  const known = formats.find(({ id }) => id === before);
  if (known || formats.length < 2) return known ?? formats[0] ?? null;
  const names = formats.map(({ name }) => name).join(' or of ');
  throw new TapeError('not-a-log', `${path} could as well be a log of ${names}.`, { path, likely: formats.map(({ id }) => id) });
};

const judged = (sample: Sample, file: number, size: number, { as, before }: Told): Format => {
  const { path } = sample;
  const head = Buffer.alloc(Math.min(size, 4096));
  readAt(file, head, 0, head.length);
  const encoding = foreignEncoding(head);
  if (encoding !== null) throw new TapeError('not-a-log', `${path} is in ${encoding}: save it as UTF-8, which all logs are in.`, { path });
  if (as !== undefined) return named(sample, as);
  const format = chosen(path, likeliest(sample), before);
  const doubt = format?.doubt?.(sample) ?? null;
  if (doubt !== null) throw new TapeError('not-a-log', `${path} ${doubt}.`, { path });
  if (format) return format;
  // What fits a format by chance in bytes that are no text is not near to it.
  const nearest = head.includes(0) ? '' : nearestTo(sample);
  throw new TapeError('not-a-log', `${describeUnknown(path, head)}${nearest}`, { path });
};

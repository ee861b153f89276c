import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { holdRecord, readAt } from '../bytes/read-at.ts';
import type { Format, JsonObject, Sample } from '../formats/format.ts';
import { describeUnknown, detect } from '../formats/index.ts';
import { lineReader } from '../formats/lines.ts';

const RECORDS = 30;
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

/** The format of an open file. Throws TapeError('not-a-log') with a sentence that says what the file looks like instead. */
export function detectFormat(path: string, file: number, size: number): Format {
  const sample = sampleOf(path, file, size);
  const format = detect(sample);
  if (format) return format;
  const head = Buffer.alloc(Math.min(size, 4096));
  readAt(file, head, 0, head.length);
  throw new TapeError('not-a-log', describeUnknown(path, head), { path });
}

import { readFileSync } from 'node:fs';
import type { Problem } from '../../../shared/model/index.ts';
import type { Json } from '../formats/format.ts';
import { type LineEnd, lineReader } from '../formats/lines.ts';

/** All records of a file that nobody will write on, with what was mended or stays unreadable. */
export function readLines(path: string): { records: Json[]; problems: Problem[]; end: LineEnd } {
  const records: Json[] = [];
  const problems: Problem[] = [];
  const reader = lineReader({ record: (value) => records.push(value), problem: (problem) => problems.push(problem) });
  reader.push(readFileSync(path));
  return { records, problems, end: reader.end(true) };
}

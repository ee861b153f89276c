import type { EntryRow, TapeRow } from '../../../shared/model/index.ts';
import { recordsOf } from '../bytes/payloads.ts';
import type { Format } from '../formats/format.ts';

/** A file that a tool call names. */
export interface NamedFile {
  /** Entry of the call, and its id where the source has one. */
  seq: number;
  call: string | null;
  path: string;
  written: boolean;
  /** The tool's name says that it reads. */
  read: boolean;
}

/** Fields by which tools name the file they work on. */
const PATHS = ['file_path', 'notebook_path', 'path', 'filePath', 'file', 'filename'];
const READS = /read|view|open|show/i;
export const WRITES = /edit|write|patch|replace|create|insert|delete|append/i;

/** The files that these calls name, some at a time. Reads their records; a path is data, and nothing follows it. */
export async function* filesIn(tape: TapeRow, format: Format, calls: readonly EntryRow[]): AsyncGenerator<NamedFile[]> {
  for await (const batch of recordsOf(tape, calls)) {
    yield batch.flatMap(({ row, record }) =>
      (record ? format.parts(record) : []).flatMap((part): NamedFile[] => {
        const path = part.type === 'tool_call' ? pathIn(part.text) : null;
        if (path === null) return [];
        const name = part.name ?? '';
        const written = WRITES.test(name);
        return [{ seq: row.seq, call: part.id ?? null, path, written, read: !written && READS.test(name) }];
      }),
    );
  }
}

/** The file that a call names in its input, as it is there; null for none. */
export function pathIn(input: string): string | null {
  let fields: unknown;
  try {
    fields = JSON.parse(input);
  } catch {
    return null;
  }
  if (typeof fields !== 'object' || fields === null) return null;
  const named = PATHS.map((key) => Object.entries(fields).find(([name]) => name === key)?.[1]);
  return named.find((value): value is string => typeof value === 'string' && value !== '' && value.length < 4096) ?? null;
}

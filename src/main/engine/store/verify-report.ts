import type { Verified } from '../../../shared/model/native.ts';
import type { Handle } from './handle.ts';
import { prefixOf } from './tapes-of.ts';

/** Problems beyond this are only counted. */
const SHOWN = 1000;

/** What was found in one tape. */
export type One = Omit<Verified, 'tapes'>;

/** Takes what is found, as it is found. */
export interface Report {
  problem(file: string | null, line: number | null, sentence: string): void;
  note(sentence: string): void;
}

export function createReport({ workspace, which }: Handle): Report & { result(entries: number, opened: readonly string[]): One } {
  const problems: Verified['problems'] = [];
  const notes: string[] = [];
  const place = prefixOf(workspace, which);
  const prefix = place === '' ? '' : `${place}/`;
  let more = 0;
  return {
    problem: (file, line, sentence) => {
      if (problems.length < SHOWN) problems.push({ file: file === null ? null : `${prefix}${file}`, line, sentence });
      else more += 1;
    },
    note: (sentence) => void (notes.length < SHOWN && notes.push(sentence)),
    result: (entries, opened) => {
      if (more > 0) problems.push({ file: null, line: null, sentence: `There are ${more} more problems.` });
      return { ok: problems.length === 0, entries, problems, notes: [...opened, ...notes] };
    },
  };
}

import type { FloatRead } from '../../../../shared/model/float.ts';
import styles from './ReadMark.module.css';
import { readTone, readWord, readWords } from './reads.ts';
import { useReadsAt } from './useReadsAt.ts';

/** In the row of a call: whether the context file that it read was stale at that moment. Nothing where it read none. */
export function ReadMark({ tape, seq }: { tape: string; seq: number }) {
  return useReadsAt(tape, [seq]).map((read, at) => (
    <i
      key={`${read.file} ${String(at)}`}
      className={`${styles.mark} rigid nowrap margin-right-1`}
      data-tone={readTone(read)}
      title={`${read.file}\n${readWords(read)}`}
    >
      {readWord(read)}
    </i>
  ));
}

/** The same where there is room for it: which build that was, in a sentence. */
export function ReadWords({ reads }: { reads: readonly FloatRead[] }) {
  return reads.map((read, at) => (
    <span key={`${read.file} ${String(at)}`} className={`${styles.words} dim`} data-tone={readTone(read)} title={read.file}>
      {readWords(read)}{' '}
    </span>
  ));
}

import type { FloatRead } from '../../../../shared/model/float.ts';
import styles from './ReadMark.module.css';
import { readTone, readWord, readWords } from './reads.ts';
import { useReadsAt } from './useReadsAt.ts';

/** In the row of a call: whether the context file that it read was stale at that moment. Nothing where it read none. */
export const ReadMark = ({ tape, seq }: { tape: string; seq: number }) =>
  useReadsAt(tape, [seq]).map((read, at) => (
    <i key={`${read.file} ${String(at)}`} className={styles.mark} data-tone={readTone(read)} title={`${read.file}\n${readWords(read)}`}>
      {readWord(read)}
    </i>
  ));

/** The same where there is room for it: which build that was, in a sentence. */
export const ReadWords = ({ reads }: { reads: readonly FloatRead[] }) =>
  reads.map((read, at) => (
    <span key={`${read.file} ${String(at)}`} className={styles.words} data-tone={readTone(read)} title={read.file}>
      {readWords(read)}{' '}
    </span>
  ));

import type { EntryRow } from '../../../../shared/model/index.ts';
import { entryTone, kindColour, kindWord } from '../../ui/kinds.ts';
import { Bar } from '../../ui/Skeleton.tsx';
import { NoteMark } from '../annotations/NoteMark.tsx';
import { Cell } from '../entries/scroll/Grid.tsx';
import { ReadMark } from '../files/ReadMark.tsx';
import styles from './Context.module.css';
import { usePreview } from './usePreview.ts';

interface Props {
  tape: string;
  seq: number;
  /** Undefined while it comes. */
  row: EntryRow | undefined;
}

/** One entry of an opened omission, in a single line. */
export function EntryLine({ tape, seq, row }: Props) {
  const preview = usePreview(tape, seq);
  const text = preview?.text || row?.label;
  return (
    <Cell className={styles.entry}>
      <span className={`${styles.word} swatch`} style={{ color: row && kindColour(entryTone(row), row.role) }}>
        {row ? <span title={row.kind}>{kindWord(entryTone(row), row.role)}</span> : <Bar width="40px" />}
      </span>
      <span className={`${styles.line} cut`}>
        {preview === undefined ? <Bar width={`${30 + ((seq * 13) % 55)}%`} /> : text || '(empty)'}
      </span>
      <span className={styles.seq}>
        {row?.kind === 'tool_call' && <ReadMark tape={tape} seq={seq} />}
        <NoteMark tape={tape} entries={[seq]} />#{seq}
      </span>
    </Cell>
  );
}

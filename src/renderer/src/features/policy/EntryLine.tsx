import type { ReactNode } from 'react';
import { usePick } from '../../state/store.ts';
import { Bar } from '../../ui/Skeleton.tsx';
import { usePreview } from '../context/usePreview.ts';
import styles from './PartInspector.module.css';

interface Props {
  tape: string;
  seq: number;
  /** Where it is from, or why it is not taken. */
  note?: string;
  absent?: boolean;
  children?: ReactNode;
}

/** One entry that a part of the policy names or finds. */
export function EntryLine({ tape, seq, note, absent = false, children }: Props) {
  const preview = usePreview(tape, seq);
  const { tape: here, select, openTape } = usePick('tape', 'select', 'openTape');
  const show = () => (tape === here ? select(seq) : openTape(tape, { entry: seq }));
  return (
    <li data-absent={absent}>
      <button type="button" className="code text-left cut" title="Show this entry" onClick={show}>
        {preview === undefined ? <Bar width="60%" /> : preview?.text.replace(/\s+/g, ' ') || `#${seq}`}
      </button>
      <span className={`${styles.note} tiny dim`}>
        #{seq}
        {note && ` · ${note}`}
      </span>
      <span className={styles.end}>{children}</span>
    </li>
  );
}

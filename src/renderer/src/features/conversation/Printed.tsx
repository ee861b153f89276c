import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { createPortal } from 'react-dom';
import { count, formatNumber } from '../../ui/format.ts';
import { Block } from './Block.tsx';
import styles from './Conversation.module.css';
import type { Conversation } from './conversation.ts';
import { rowOfStep } from './structure.ts';

/** Blocks on paper: more are a book, and each of them is read for it. */
const MOST = 400;

/** The stretch around the playhead that is printed: all of a branch that is short enough. */
const stretchOf = ({ rows, spot }: Conversation): { from: number; to: number } => {
  const head = typeof spot === 'number' ? rowOfStep(rows, spot) : rows.count;
  const from = Math.max(0, Math.min(head - MOST / 2, rows.count - MOST));
  return { from, to: Math.min(rows.count, from + MOST) };
};

/** A conversation unfolded, without the timeline and anything around it, for as long as it takes to print it: when all of it has come. */
export function Printed({ of, onDone }: { of: Conversation; onDone: () => void }) {
  const { rows, spot } = of;
  const { from, to } = stretchOf(of);
  const reading = useIsFetching({ queryKey: ['tape', of.tape, 'read'] });
  const print = useEffectEvent(() => {
    window.print();
    onDone();
  });
  useEffect(() => {
    if (reading === 0) print();
  }, [reading]);
  const head = typeof spot === 'number' ? rowOfStep(rows, spot) : null;
  return createPortal(
    <div className={styles.printed} data-printed>
      <p>
        {to - from < rows.count
          ? `Blocks ${formatNumber(from + 1)} to ${formatNumber(to)} of ${formatNumber(rows.count)}, around the playhead.`
          : count(rows.count, 'block')}
      </p>
      {Array.from({ length: to - from }, (_, at) => (
        <div key={rows.seq[from + at]}>
          <Block of={of} row={from + at} head={head} turned={false} active={false} onTurn={() => {}} />
        </div>
      ))}
    </div>,
    document.body,
  );
}

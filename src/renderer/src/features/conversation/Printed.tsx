import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { Fragment, useEffect, useEffectEvent } from 'react';
import { createPortal } from 'react-dom';
import { useTape } from '../../data/hooks.ts';
import { keys } from '../../data/keys.ts';
import { count, formatMoment, formatNumber } from '../../ui/format.ts';
import { Whole } from '../inspector/Staged.tsx';
import { Block } from './Block.tsx';
import styles from './Conversation.module.css';
import { Playhead } from './ConversationList.tsx';
import type { Conversation } from './conversation.ts';
import { rowOfStep } from './structure.ts';

/** Blocks on paper: more are a book, and each of them is read for it. */
const MOST = 2000;

/** The row before which the playhead is: the end of the branch for the next request. */
const headOf = ({ rows, spot }: Conversation): number => (typeof spot === 'number' ? rowOfStep(rows, spot) : rows.count);

/** The stretch around the playhead that is printed: all of a branch that is short enough. */
const stretchOf = (of: Conversation): { from: number; to: number } => {
  const { rows } = of;
  const head = headOf(of);
  const from = Math.max(0, Math.min(head - MOST / 2, rows.count - MOST));
  return { from, to: Math.min(rows.count, from + MOST) };
};

/** Runs once when nothing of the tape is being read any more, and what was read is drawn: pictures are asked for only then. */
const useWhenRead = (tape: string, act: () => void): void => {
  const queries = useQueryClient();
  const reading = useIsFetching({ queryKey: keys.tape(tape) });
  const done = useEffectEvent(() => {
    if (queries.isFetching({ queryKey: keys.tape(tape) }) === 0) act();
  });
  useEffect(() => {
    if (reading > 0) return;
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(done);
    });
    return () => cancelAnimationFrame(frame);
  }, [reading]);
};

/** A conversation unfolded, without the timeline and anything around it, for as long as it takes to print it: when all of it has come. */
export function Printed({ of, onDone }: { of: Conversation; onDone: () => void }) {
  const { rows, spot, held, tape } = of;
  const { from, to } = stretchOf(of);
  useWhenRead(tape, () => {
    window.print();
    onDone();
  });
  const head = headOf(of);
  const playhead = (
    <div className={`${styles.at} relative`}>
      <Playhead spot={spot} held={held} top={0} />
    </div>
  );
  return createPortal(
    <div className={styles.printed} data-printed>
      <Title tape={tape} />
      <p>
        {to - from < rows.count
          ? `Blocks ${formatNumber(from + 1)} to ${formatNumber(to)} of ${formatNumber(rows.count)}, around the playhead.`
          : count(rows.count, 'block')}
      </p>
      <Whole value>
        {Array.from({ length: to - from }, (_, at) => (
          <Fragment key={rows.seq[from + at]}>
            {from + at === head && playhead}
            <div>
              <Block of={of} row={from + at} head={head} turned={false} active={false} onTurn={() => {}} />
            </div>
          </Fragment>
        ))}
        {head === to && spot !== null && playhead}
      </Whole>
    </div>,
    document.body,
  );
}

const Title = ({ tape }: { tape: string }) => {
  const row = useTape(tape).data?.tape;
  return row === undefined ? null : (
    <>
      <h1>{row.title}</h1>
      <p>{[row.project, row.model, row.started === null ? null : formatMoment(row.started)].filter(Boolean).join(' · ')}</p>
    </>
  );
};

import { useState } from 'react';
import type { Why } from '../../../../shared/model/index.ts';
import { useDeparture } from '../../data/handoffHooks.ts';
import { usePlayhead, useTape } from '../../data/hooks.ts';
import { useWhy } from '../../data/residencyHooks.ts';
import { useStore } from '../../state/store.ts';
import { Failure } from '../../ui/Failure.tsx';
import { count, formatNumber } from '../../ui/format.ts';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { useKeys } from '../keyboard/useKeys.ts';
import type { Answer } from '../residency/rows.ts';
import { LostHere } from './LostHere.tsx';
import styles from './Why.module.css';
import { WhyRows } from './WhyRows.tsx';

interface Props {
  tape: string;
  text: string;
  answer: Answer;
}

/** The answer to a question: a sentence, the rows that have the text, and what else was lost at the cut. */
export const WhyAnswer = ({ tape, text, answer }: Props) => {
  const policy = useStore((state) => state.policy);
  const next = useStore((state) => state.next);
  const step = usePlayhead();
  const why = useWhy(tape, { text }, next ? { next: true } : step === null ? null : { step }, policy);
  if (why.isError) return <Failure error={why.error} onRetry={() => void why.refetch()} />;
  if (why.data === undefined) return <SkeletonRows rows={6} height={40} label="Looking for the words, and for when they were in context" />;
  return <Told why={why.data} answer={answer} />;
};

const Told = ({ why, answer }: { why: Why; answer: Answer }) => {
  const select = useStore((state) => state.select);
  const setWhy = useStore((state) => state.setWhy);
  const moveTo = useStore((state) => state.moveTo);
  const entry = useStore((state) => state.entry);
  const step = usePlayhead();
  const here = why.items.filter(({ tape }) => tape === why.tape).toSorted((a, b) => a.entry - b.entry);
  const at = here.findIndex((item) => item.entry === entry);
  const go = (by: 1 | -1) => {
    const item = here[at < 0 ? (by > 0 ? 0 : here.length - 1) : (at + by + here.length) % here.length];
    if (item) select(item.entry);
  };
  const chosen = here[at] ?? here[0];
  useKeys({
    'row.new': () => go(1),
    'match.previous': () => go(-1),
    'row.next': () => go(1),
    'row.previous': () => go(-1),
    'stay.first': () => chosen?.in[0] && moveTo(chosen.in[0][0]),
    'stay.left': () => chosen?.by?.step != null && moveTo(chosen.by.step),
    close: () => setWhy(null),
  });
  const found = why.items.length + (why.more ?? 0);
  return (
    <>
      <div className={styles.answer} role="status">
        <p className={styles.sentence}>
          {why.answer} <small>{why.evidence.state}</small>
        </p>
        {why.details.map((detail) => (
          <p key={detail}>{detail}</p>
        ))}
        <p className={styles.dim}>
          <b>{formatNumber(found)}</b>
          {why.more === null && '+'} of {count(why.searched.of, 'entry', 'entries')} {found === 1 ? 'contains' : 'contain'} it
          {why.notes.map((note) => ` · ${note}`)}
        </p>
      </div>
      <div className={styles.body}>
        <WhyRows why={why} answer={answer} step={step} selected={entry} onSelect={select} />
        <Lost tape={why.tape} why={why} onEntry={select} />
      </div>
    </>
  );
};

/** What was lost at the cut that took the first match, else at the newest one. */
const Lost = ({ tape, why, onEntry }: { tape: string; why: Why; onEntry: (seq: number) => void }) => {
  const anchors = useTape(tape).data?.anchors ?? [];
  const newest = anchors.findLast(({ type, seq }) => (type === 'compaction' || type === 'anchor') && seq > 1)?.seq ?? null;
  const cuts = anchors.filter(({ type, seq }) => (type === 'compaction' || type === 'anchor') && seq > 1).map(({ seq }) => seq);
  const [chosen, setChosen] = useState<number | null>(null);
  const seq = chosen ?? why.items.find(({ by }) => by?.seq != null)?.by?.seq ?? newest;
  return seq === null ? null : <LostAt tape={tape} seq={seq} cuts={cuts} onCut={setChosen} onEntry={onEntry} />;
};

interface LostAtProps {
  tape: string;
  seq: number;
  cuts: readonly number[];
  onCut: (seq: number) => void;
  onEntry: (seq: number) => void;
}

const LostAt = ({ tape, seq, cuts, onCut, onEntry }: LostAtProps) => {
  const departure = useDeparture({ tape, seq });
  const at = cuts.indexOf(seq);
  const [before, after] = [cuts[at - 1], cuts[at + 1]];
  return (
    <aside className={styles.lost} aria-label="Lost here">
      {departure.data === undefined ? (
        <SkeletonRows rows={5} height={32} label="Comparing the contexts before and after" />
      ) : (
        <LostHere departure={departure.data} onEntry={onEntry} />
      )}
      {cuts.length > 1 && (
        <p className={styles.cuts}>
          <button type="button" disabled={before === undefined} onClick={() => before !== undefined && onCut(before)}>
            ‹ cut before
          </button>
          {at + 1} of {cuts.length}
          <button type="button" disabled={after === undefined} onClick={() => after !== undefined && onCut(after)}>
            next cut ›
          </button>
        </p>
      )}
    </aside>
  );
};

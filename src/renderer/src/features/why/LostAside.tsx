import { useState } from 'react';
import { useDeparture } from '../../data/handoffHooks.ts';
import { useTape } from '../../data/hooks.ts';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import styles from './Lost.module.css';
import { LostHere } from './LostHere.tsx';

interface Props {
  tape: string;
  /** The cut that is meant, by its entry; null for the newest. */
  at: number | null;
  /** Steps that had an entry in context. */
  stepsOf: (seq: number) => number;
  few?: boolean;
  onEntry: (seq: number) => void;
}

/** What was lost at a cut, and the way to the other cuts of the tape. Nothing where nothing was ever cut off. */
export function LostAside({ tape, at: meant, stepsOf, few, onEntry }: Props) {
  const anchors = useTape(tape).data?.anchors ?? [];
  const cuts = anchors.filter(({ type, seq }) => (type === 'compaction' || type === 'anchor') && seq > 1).map(({ seq }) => seq);
  const [chosen, setChosen] = useState<number | null>(null);
  const seq = chosen ?? meant ?? cuts.at(-1) ?? null;
  if (seq === null) return null;
  const at = cuts.indexOf(seq);
  const turn = (by: 1 | -1, label: string, sign: string) => {
    const to = cuts[at + by];
    return (
      <button
        type="button"
        className="text-center"
        aria-label={label}
        disabled={to === undefined}
        onClick={() => to !== undefined && setChosen(to)}
      >
        {sign}
      </button>
    );
  };
  return (
    <LostAt key={tape} tape={tape} seq={seq} stepsOf={stepsOf} {...(few && { few })} onEntry={onEntry}>
      {cuts.length > 1 && at >= 0 && (
        <span className={`${styles.turn} rigid tiny regular dim`}>
          {at + 1} of {cuts.length} {turn(-1, 'Previous cut', '‹')} {turn(1, 'Next cut', '›')}
        </span>
      )}
    </LostAt>
  );
}

interface LostAtProps extends Omit<Props, 'at'> {
  seq: number;
  children: React.ReactNode;
}

const LostAt = ({ tape, seq, stepsOf, few, onEntry, children }: LostAtProps) => {
  const departure = useDeparture({ tape, seq });
  return (
    <aside className="pad-x-4 pad-y-3 small" aria-label="Lost here">
      {departure.isError ? null : departure.data === undefined ? (
        <SkeletonRows rows={5} height={32} label="Comparing the contexts before and after" />
      ) : (
        <LostHere departure={departure.data} stepsOf={stepsOf} few={few} onEntry={onEntry}>
          {children}
        </LostHere>
      )}
    </aside>
  );
};

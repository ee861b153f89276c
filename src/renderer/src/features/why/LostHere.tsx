import { useMemo, useState } from 'react';
import type { Departed, Departure } from '../../../../shared/model/index.ts';
import { usePreviewTexts } from '../../data/handoffHooks.ts';
import { useStore } from '../../state/store.ts';
import { count, formatNumber, formatShort } from '../../ui/format.ts';
import { kindColour, kindWord } from '../../ui/kinds.ts';
import { pin } from '../policy/edit.ts';
import styles from './Why.module.css';

const FATES = [
  ['verbatim', 'verbatim'],
  ['worded', 'reworded'],
  ['cited', 'cited'],
  ['lost', 'lost'],
] as const;

const GROUPS = [
  ['instruction', 'Your instructions'],
  ['decision', 'Decisions, by their wording'],
  ['other', 'Everything else'],
] as const;

/** Entries of a group that are listed before somebody asks for all. */
const SHOWN = { instruction: 20, decision: 8, other: 0 } as const;
const MOST = 200;

interface Props {
  departure: Departure;
  onEntry: (seq: number) => void;
}

/** What was lost at a cut: the tally of fates, then what a person wrote, decisions, and the rest. */
export const LostHere = ({ departure, onEntry }: Props) => {
  const { fates, left, name } = departure;
  if (left.count === 0) return null;
  return (
    <section className={styles.lostHere} aria-label="Lost here">
      <h3>
        Lost here <small className={styles.dim}>{name}</small>
      </h3>
      <p className={styles.tally}>
        {FATES.map(([fate, word]) => (
          <span key={fate}>
            <b>{formatNumber(fates[fate])}</b> {word}
          </span>
        ))}
      </p>
      <div className={styles.share} aria-hidden="true">
        {FATES.map(([fate]) => (
          <i key={fate} className={styles[fate === 'lost' ? 'gone' : fate]} style={{ flexGrow: fates[fate] }} />
        ))}
      </div>
      {GROUPS.map(([group, title]) => (
        <Group
          key={group}
          title={title}
          tape={departure.tape}
          all={departure.entries.filter((one) => one.group === group)}
          shown={SHOWN[group]}
          onEntry={onEntry}
        />
      ))}
    </section>
  );
};

interface GroupProps {
  title: string;
  tape: string;
  all: readonly Departed[];
  shown: number;
  onEntry: (seq: number) => void;
}

const Group = ({ title, tape, all, shown, onEntry }: GroupProps) => {
  const [open, setOpen] = useState(false);
  const lost = useMemo(() => all.filter(({ fate }) => fate === 'lost'), [all]);
  const listed = lost.slice(0, open ? MOST : shown);
  const texts = usePreviewTexts(
    tape,
    listed.map(({ seq }) => seq),
  );
  if (all.length === 0) return null;
  const tokens = lost.reduce((sum, one) => sum + one.tokens, 0);
  return (
    <>
      <h4>
        {title},{' '}
        <span className={styles.dim}>
          {formatNumber(lost.length)} of {formatNumber(all.length)} lost · ~{formatShort(tokens)} tokens
        </span>
      </h4>
      <ul className={styles.list} aria-label={title}>
        {listed.map((one) => (
          <li key={one.seq}>
            <button type="button" className={styles.entry} onClick={() => onEntry(one.seq)}>
              <span className={`${styles.text} cut`}>{texts.get(one.seq) ?? '…'}</span>
              <small>
                <span style={{ color: kindColour(one.tone) }}>{kindWord(one.tone)}</span> #{formatNumber(one.seq)}
              </small>
              <span className={styles.tokens}>~{formatShort(one.tokens)}</span>
            </button>
            <Pin seq={one.seq} />
          </li>
        ))}
      </ul>
      {lost.length > listed.length && (
        <button type="button" className={styles.more} onClick={() => setOpen(true)}>
          {open
            ? `and ${count(lost.length - listed.length, 'more entry', 'more entries')}`
            : `show ${formatNumber(Math.min(MOST, lost.length))}`}
        </button>
      )}
    </>
  );
};

/** Brings an entry back in the next request, which is then shown. */
const Pin = ({ seq }: { seq: number }) => {
  const { policy, editPolicy, moveToNext, setPanel, setNotice } = useStore();
  const onPin = () => {
    editPolicy(pin(policy, seq));
    moveToNext();
    setPanel('context');
    setNotice(`#${formatNumber(seq)} is pinned in the next request.`);
  };
  return (
    <button type="button" className={styles.pin} aria-label={`Pin #${seq} in the next request`} onClick={onPin}>
      pin
    </button>
  );
};

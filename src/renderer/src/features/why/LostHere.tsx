import { type ReactNode, useMemo, useState } from 'react';
import type { Departed, Departure } from '../../../../shared/model/index.ts';
import { usePreviewTexts } from '../../data/handoffHooks.ts';
import { count, formatNumber, formatShort } from '../../ui/format.ts';
import { kindColour, kindWord } from '../../ui/kinds.ts';
import styles from './Lost.module.css';
import { Pin } from './Pin.tsx';

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
const FEW = 3;
const MOST = 200;

interface Props {
  departure: Departure;
  /** Steps that had an entry in context, where somebody counted them. */
  stepsOf?: (seq: number) => number;
  onEntry: (seq: number) => void;
  /** Room for a few of each group only. */
  few?: boolean | undefined;
  /** The way to other cuts. */
  children?: ReactNode;
}

/** What was lost at a cut: the tally of fates, then what a person wrote, decisions, and the rest. */
export function LostHere({ departure, stepsOf, few = false, onEntry, children }: Props) {
  const { fates, left, name, after } = departure;
  return (
    <section className={styles.lostHere} aria-label="Lost here">
      <h3 className="row wrap baseline gap-x-2 small">
        Lost here{' '}
        <small className="regular dim push break-anywhere">
          {name}
          {after !== null && ` · step ${formatNumber(after)}`}
        </small>
        {children}
      </h3>
      {left.count === 0 && <p className="regular dim">Nothing left the context here.</p>}
      {left.count > 0 && (
        <>
          <div className={`${styles.share} true-colours row clip gap-tight margin-top-2 margin-bottom-1 round-tiny`} aria-hidden="true">
            {FATES.map(([fate]) => (
              <i key={fate} data-fate={fate} style={{ flexGrow: fates[fate] }} />
            ))}
          </div>
          <p className={`${styles.tally} row apart wrap gap-x-3 tiny dim`}>
            {FATES.map(([fate, word]) => (
              <span key={fate}>
                <b className="ink">{formatNumber(fates[fate])}</b> {word}
              </span>
            ))}
          </p>
        </>
      )}
      {GROUPS.map(([group, title]) => (
        <Group
          key={`${departure.seq} ${group}`}
          title={title}
          tape={departure.tape}
          all={departure.entries.filter((one) => one.group === group)}
          shown={few ? Math.min(FEW, SHOWN[group]) : SHOWN[group]}
          stepsOf={stepsOf}
          onEntry={onEntry}
        />
      ))}
    </section>
  );
}

interface GroupProps {
  title: string;
  tape: string;
  all: readonly Departed[];
  shown: number;
  stepsOf: ((seq: number) => number) | undefined;
  onEntry: (seq: number) => void;
}

const Group = ({ title, tape, all, shown, stepsOf, onEntry }: GroupProps) => {
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
        <span>
          <b>{title}</b>, {lost.length === 0 ? 'none' : formatNumber(lost.length)} of {formatNumber(all.length)} lost
        </span>
        {lost.length > 0 && (
          <span>
            ~{formatShort(tokens)} tokens
            {lost.length > listed.length && !open && (
              <>
                {' · '}
                <button type="button" className="dim link hover-ink" onClick={() => setOpen(true)}>
                  show {formatNumber(Math.min(MOST, lost.length))}
                </button>
              </>
            )}
          </span>
        )}
      </h4>
      <ul className={styles.list} aria-label={title}>
        {listed.map((one) => (
          <li key={one.seq} className="relative line-above">
            <button
              type="button"
              className={`${styles.entry} grid columns-end gap-x-2 full-width text-left pad-y-1`}
              onClick={() => onEntry(one.seq)}
            >
              <span className="cut code">{texts.get(one.seq)?.replace(/\s+/g, ' ') ?? '…'}</span>
              <span className="tiny dim">~{formatShort(one.tokens)}</span>
              <small className="dim">
                {one.group !== 'instruction' && <span style={{ color: kindColour(one.tone) }}>{kindWord(one.tone)} </span>}#
                {formatNumber(one.seq)}
                {stepsOf && stepsOf(one.seq) > 0 && ` · in context for ${count(stepsOf(one.seq), 'step')}`}
              </small>
            </button>
            <Pin seq={one.seq} />
          </li>
        ))}
      </ul>
      {open && lost.length > listed.length && (
        <p className="regular dim">and {count(lost.length - listed.length, 'more entry', 'more entries')}</p>
      )}
    </>
  );
};

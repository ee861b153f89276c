import { useState } from 'react';
import type { Cut, FloatContext } from '../../../../shared/model/float.ts';
import { formatNumber } from '../../ui/format.ts';
import shared from './Context.module.css';
import styles from './CutList.module.css';
import { cutReason, kindWords } from './labels.ts';
import { More } from './More.tsx';
import { goInFiles } from './place.ts';

/** Names that are drawn at first, and with each wish for more. */
const NAMES = 100;

/** Cuts of one kind for one reason. */
const groupsOf = (cuts: readonly Cut[]): Cut[][] => [
  ...Map.groupBy(cuts, ({ kind, reason, shortened }) => `${reason} ${shortened} ${kind}`).values(),
];

/** "12 more" counts as twelve, whose names were never looked at. */
const amountOf = (cuts: readonly Cut[]): number =>
  cuts.reduce((sum, { id }) => sum + (/^\d+ more$/.test(id) ? Number.parseInt(id, 10) : 1), 0);

const Name = ({ cut }: { cut: Cut }) =>
  cut.id.startsWith('/') && cut.kind !== 'file' ? (
    <button type="button" className="link break-anywhere" onClick={() => goInFiles({ folder: cut.id })}>
      {cut.id}
    </button>
  ) : (
    <code>{cut.kind.startsWith('decision') ? `#${cut.id}` : cut.id}</code>
  );

const Group = ({ cuts, context }: { cuts: readonly Cut[]; context: FloatContext }) => {
  const [open, setOpen] = useState(false);
  const [most, setMost] = useState(NAMES);
  const [first] = cuts;
  if (first === undefined) return null;
  const counted = cuts.filter(({ tokens }) => tokens !== null);
  const tokens = counted.reduce((sum, cut) => sum + (cut.tokens ?? 0), 0);
  return (
    <li className={`${shared.cut} hatched`}>
      <button
        type="button"
        className={'row apart full-width gap-4 pad-x-3 pad-y-1 dim'}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <span>
          <b className="ink">{kindWords(first.kind, amountOf(cuts))}</b> {cutReason(first, context.tier)}
          {counted.length > 0 && ` · ${formatNumber(tokens)} tokens`}
        </span>
        <u>{open ? 'fold' : 'show'}</u>
      </button>
      {open && (
        <>
          <ul className={`${styles.cutNames} scroll-y pad-x-3 pad-top-1 pad-bottom-2 on-bg`}>
            {cuts.slice(0, most).map((cut) => (
              <li key={cut.id} className="row apart gap-4 pad-y-tight">
                <Name cut={cut} />
                <span className="dim">{cut.tokens === null ? '' : formatNumber(cut.tokens)}</span>
              </li>
            ))}
          </ul>
          <More left={cuts.length - most} step={NAMES} className="pad-x-3 pad-bottom-2 on-bg" onMore={() => setMost(most + NAMES)} />
        </>
      )}
    </li>
  );
};

/** What a build would leave out, why, and what it would have taken. */
export function CutList({ context }: { context: FloatContext }) {
  const groups = groupsOf(context.cuts);
  if (groups.length === 0)
    return <p className={`${styles.whole} small dim`}>Nothing is left out: the file has every input of this folder in full.</p>;
  return (
    <section className="grid gap-2 pad-x-4 pad-top-3 small" aria-label="What is left out">
      <h3>What is left out</h3>
      <ul className="grid gap-1">
        {groups.map((cuts) => (
          <Group key={`${cuts[0]?.kind} ${cuts[0]?.reason} ${cuts[0]?.shortened}`} cuts={cuts} context={context} />
        ))}
      </ul>
    </section>
  );
}

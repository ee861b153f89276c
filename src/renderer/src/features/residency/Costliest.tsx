import type { ReactNode } from 'react';
import type { Costly } from '../../../../shared/model/index.ts';
import { useTape } from '../../data/hooks.ts';
import { usePriceBook } from '../../data/moneyHooks.ts';
import { usePick, useStore } from '../../state/store.ts';
import { formatNumber, formatShare } from '../../ui/format.ts';
import { entryTone, kindColour, kindWord } from '../../ui/kinds.ts';
import { MidCut } from '../../ui/MidCut.tsx';
import { aboutDollars } from '../../ui/money.ts';
import { usePreview } from '../context/usePreview.ts';
import styles from './Residency.module.css';
import { type Answer, figure } from './rows.ts';

/** What a million tokens cost that the newest model of a tape reads from the cache; null where no price is known or wanted. */
const useReadRate = (tape: string): number | null => {
  const book = usePriceBook();
  const head = useTape(tape).data?.tape;
  const rates = book?.rates(head?.model ?? null, head?.ended ?? null, 0) ?? null;
  return rates && (rates.cacheRead ?? rates.input);
};

/** What to cut: the entries whose tokens were read most often, and their share of all that was. */
export function Costliest({ answer, tape, children }: { answer: Answer; tape: string; children?: ReactNode }) {
  const sum = answer.costly.reduce((all, { cost }) => all + cost, 0);
  const rate = useReadRate(tape);
  const ranged = useStore((state) => state.span !== null);
  return (
    <aside className={`${styles.costly} shrink-y scroll-y pad-x-3 pad-y-2 line-left small`} aria-label="What cost most">
      {children}
      <h2>{ranged ? 'What cost most in the whole session' : 'What cost most'}</h2>
      <p className={`${styles.dim} tiny dim`}>
        {answer.tokenizer === null ? 'estimated tokens' : 'tokens, counted except ~,'} × steps in context;{' '}
        {answer.costly.length === 1 ? 'this one' : `these ${answer.costly.length}`}: {formatShare(sum, answer.cost)} of{' '}
        {figure(answer.cost, answer.tokenizer !== null && !answer.exact.includes(0))}
        {rate !== null && `; in money at the price of cache reads ($${rate} per million)`}
      </p>
      <ol>
        {answer.costly.map((item) => (
          <CostlyRow key={item.seq} tape={tape} item={item} all={answer.cost} rate={rate} sampled={answer.every > 1} />
        ))}
      </ol>
    </aside>
  );
}

interface RowProps {
  tape: string;
  item: Costly;
  all: number;
  /** Dollars for a million tokens that are read from the cache; null where no price is known or wanted. */
  rate: number | null;
  sampled: boolean;
}

const CostlyRow = ({ tape, item, all, rate, sampled }: RowProps) => {
  const { entry, select } = usePick('entry', 'select');
  // A result by the call that it answers: that is what could have been asked for less.
  const begins = usePreview(tape, item.call ?? item.seq)?.text.replace(/\s+/g, ' ') ?? '';
  return (
    <li>
      <button
        type="button"
        className="full-width row wrap gap-x-2 baseline text-left round-small hover-shade pressed-shade"
        aria-pressed={entry === item.seq}
        onClick={() => select(item.seq)}
      >
        <span className="bold">{figure(item.cost, item.exact && !sampled)}</span>
        <span className={`${styles.dim} tiny dim`}>
          #{item.seq} · {figure(item.tokens, item.exact)} × {sampled && '~'}
          {formatNumber(item.steps)}
        </span>
        <span className={`${styles.dim} tiny dim`}>
          {formatShare(item.cost, all)}
          {rate !== null && ` · ${aboutDollars((item.cost * rate) / 1e6)}`}
        </span>
        <span className={`${styles.what} row shrink-x gap-2 dim`} title={begins}>
          <span className={`${styles.kind} swatch rigid`} style={{ color: kindColour(entryTone(item), item.role) }}>
            {kindWord(entryTone(item), item.role)}
          </span>{' '}
          <MidCut text={begins} />
        </span>
      </button>
    </li>
  );
};

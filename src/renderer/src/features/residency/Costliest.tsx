import type { ReactNode } from 'react';
import type { Costly, ResidencyGroup } from '../../../../shared/model/index.ts';
import { useTape } from '../../data/hooks.ts';
import { usePriceBook } from '../../data/moneyHooks.ts';
import { usePick, useStore } from '../../state/store.ts';
import { count, formatNumber, formatShare } from '../../ui/format.ts';
import { entryTone, kindColour, kindWord } from '../../ui/kinds.ts';
import { MidCut } from '../../ui/MidCut.tsx';
import { aboutDollars } from '../../ui/money.ts';
import { usePreview } from '../context/usePreview.ts';
import styles from './Residency.module.css';
import { type Answer, figure, groupWords } from './rows.ts';

/** What a million tokens cost that the newest model of a tape reads from the cache; null where no price is known or wanted. */
const useReadRate = (tape: string): number | null => {
  const book = usePriceBook();
  const head = useTape(tape).data?.tape;
  const rates = book?.rates(head?.model ?? null, head?.ended ?? null, 0) ?? null;
  return rates && (rates.cacheRead ?? rates.input);
};

/** Groups that are listed, as many as entries are. */
const MOST = 10;

/** Groups by what they cost, each with its row in the chart. */
const costliestOf = ({ groups }: Answer): { group: ResidencyGroup; row: number }[] =>
  (groups?.rows ?? [])
    .map((group, row) => ({ group, row }))
    .filter(({ group }) => group.cost > 0)
    .toSorted((a, b) => b.group.cost - a.group.cost)
    .slice(0, MOST);

interface Props {
  answer: Answer;
  tape: string;
  /** The selected row, where rows are groups. */
  group: number | null;
  onGroup: (row: number) => void;
  children?: ReactNode;
}

/** What to cut: the rows whose tokens were read most often, and their share of all that was. */
export function Costliest({ answer, tape, group: chosen, onGroup, children }: Props) {
  const groups = answer.groups === null ? null : costliestOf(answer);
  const costs = groups?.map(({ group }) => group) ?? answer.costly;
  const sum = costs.reduce((all, { cost }) => all + cost, 0);
  const rate = useReadRate(tape);
  const ranged = useStore((state) => state.span !== null);
  return (
    <aside className={`${styles.costly} shrink-y scroll-y pad-x-3 pad-y-2 line-left small`} aria-label="What cost most">
      {children}
      <h2>{ranged ? 'What cost most in the whole session' : 'What cost most'}</h2>
      <p className={`${styles.dim} tiny dim`}>
        {answer.tokenizer === null ? 'estimated tokens' : 'tokens, counted except ~,'} × steps in context;{' '}
        {costs.length === 1 ? 'this one' : `these ${costs.length}`}: {formatShare(sum, answer.cost)} of{' '}
        {figure(answer.cost, answer.tokenizer !== null && !answer.exact.includes(0))}
        {rate !== null && `; in money at the price of cache reads ($${rate} per million)`}
      </p>
      <ol>
        {groups?.map(({ group, row }) => (
          <li key={row}>
            <Line
              {...{ rate, all: answer.cost, cost: group.cost, exact: group.exact }}
              made={count(group.steps, 'step')}
              pressed={row === chosen}
              onChoose={() => onGroup(row)}
            >
              <span className={`${styles.what} row shrink-x gap-2 dim`} title={`${group.name}: ${groupWords(group)}`}>
                <MidCut text={group.name} />
              </span>
            </Line>
          </li>
        )) ??
          answer.costly.map((item) => (
            <CostlyRow key={item.seq} tape={tape} item={item} all={answer.cost} rate={rate} sampled={answer.every > 1} />
          ))}
      </ol>
    </aside>
  );
}

interface LineProps {
  cost: number;
  exact: boolean;
  all: number;
  /** Dollars for a million tokens that are read from the cache; null where no price is known or wanted. */
  rate: number | null;
  pressed: boolean;
  onChoose: () => void;
  /** What it is made of, and below that its name. */
  made: string;
  children: ReactNode;
}

/** What one row cost, of what, and its share. */
const Line = ({ cost, exact, all, rate, pressed, onChoose, made, children }: LineProps) => (
  <button
    type="button"
    className="full-width row wrap gap-x-2 baseline text-left round-small hover-shade pressed-shade"
    aria-pressed={pressed}
    onClick={onChoose}
  >
    <span className="bold">{figure(cost, exact)}</span>
    <span className={`${styles.dim} tiny dim`}>{made}</span>
    <span className={`${styles.dim} tiny dim`}>
      {formatShare(cost, all)}
      {rate !== null && ` · ${aboutDollars((cost * rate) / 1e6)}`}
    </span>
    {children}
  </button>
);

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
      <Line
        {...{ all, rate, cost: item.cost, exact: item.exact && !sampled }}
        made={`#${item.seq} · ${figure(item.tokens, item.exact)} × ${sampled ? '~' : ''}${formatNumber(item.steps)}`}
        pressed={entry === item.seq}
        onChoose={() => select(item.seq)}
      >
        <span className={`${styles.what} row shrink-x gap-2 dim`} title={begins}>
          <span className={`${styles.kind} swatch rigid`} style={{ color: kindColour(entryTone(item), item.role) }}>
            {kindWord(entryTone(item), item.role)}
          </span>{' '}
          <MidCut text={begins} />
        </span>
      </Line>
    </li>
  );
};

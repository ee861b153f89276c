import type { StepDiff } from '../../../../shared/model/index.ts';
import { formatNumber } from '../../ui/format.ts';
import styles from './Changes.module.css';
import { countOf, type Shown } from './rows.ts';

interface Props {
  diff: StepDiff | undefined;
  shown: Shown;
  onShow: (shown: Shown) => void;
}

interface Sum {
  shown: Shown;
  figure: string;
  words: string;
}

const tokens = (value: number): string => (value === 0 ? '' : `, ~${formatNumber(value)} tokens`);

const sumsOf = (diff: StepDiff): Sum[] => [
  { shown: 'all', figure: '', words: 'All' },
  { shown: 'added', figure: `+${formatNumber(countOf(diff, 'added'))}`, words: `added${tokens(diff.tokens.added)}` },
  { shown: 'gone', figure: `−${formatNumber(countOf(diff, 'gone'))}`, words: `removed${tokens(diff.tokens.gone)}` },
  { shown: 'changed', figure: formatNumber(countOf(diff, 'changed')), words: 'changed' },
];

/** The figures of a difference; each shows its own list alone. */
export function Sums({ diff, shown, onShow }: Props) {
  return (
    <div
      className="row middle wrap gap-1 gap-x-4 gap-y-2 pad-x-4 pad-bottom-2 line-below dim bar-high"
      role="toolbar"
      aria-label="What to show"
    >
      {diff &&
        sumsOf(diff).map((sum) => (
          <button
            type="button"
            key={sum.shown}
            className={`${styles.sum} round-small nowrap pad-y-tight pad-x-2`}
            data-group={sum.shown}
            aria-pressed={shown === sum.shown}
            disabled={sum.shown !== 'all' && countOf(diff, sum.shown) === 0}
            onClick={() => onShow(sum.shown)}
          >
            {sum.figure !== '' && <b className="ink">{sum.figure}</b>} {sum.words}
          </button>
        ))}
      {diff && <span className="push">{formatNumber(diff.same)} unchanged</span>}
    </div>
  );
}

import type { View } from '../../../../shared/model/index.ts';
import { useStore } from '../../state/store.ts';
import { formatNumber } from '../../ui/format.ts';
import type { Piece } from './edit.ts';
import { blockTokens, budgetIn, differenceWords, stretchesOf } from './figures.ts';
import styles from './PolicyLine.module.css';
import { SaveAs } from './SaveAs.tsx';

interface Props {
  tape: string;
  view: View | undefined;
  pieces: readonly Piece[];
  selected: number | null;
  /** The context before the last edit, where there was one. */
  before: View | undefined;
}

/** Which part takes how much of the budget, what the last edit changed, and the ways back and on. */
export function BudgetBar({ tape, view, pieces, selected, before }: Props) {
  const undoPolicy = useStore((state) => state.undoPolicy);
  const edited = useStore((state) => state.undo.length > 0);
  const budget = budgetIn(pieces);
  return (
    <div className={`${styles.budget} row middle wrap tiny leading-16 gap-y-1 gap-x-3 pad-top-2`}>
      <span className={`${styles.bar} true-colours row clip gap-tight round-tiny`} aria-hidden="true">
        {view &&
          stretchesOf(view, pieces).map(({ at, share }) => (
            <i key={at} className="on-line-strong" data-selected={at === selected} style={{ width: `${100 * share}%` }} />
          ))}
      </span>
      <span className="nowrap" role="status">
        {view && (
          <>
            <b>{formatNumber(blockTokens(view))}</b> {budget === null ? 'tokens' : `of ${formatNumber(budget)}`}
            {before && ` · ${differenceWords(blockTokens(before), blockTokens(view))} by this edit`}
          </>
        )}
      </span>
      {edited && (
        <button type="button" onClick={undoPolicy}>
          undo
        </button>
      )}
      <SaveAs tape={tape} />
    </div>
  );
}

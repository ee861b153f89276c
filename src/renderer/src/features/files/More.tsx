import { Button } from '../../ui/Button.tsx';
import { formatNumber } from '../../ui/format.ts';

interface Props {
  /** Rows that are not drawn yet. */
  left: number;
  /** How many of them the next wish brings. */
  step: number;
  /** What they are, where "more" is not enough. */
  what?: string;
  className?: string | undefined;
  onMore: () => void;
}

/** The way to the rest of a list that may have any length: nothing where all of it is drawn. */
export function More({ left, step, what = 'more', className, onMore }: Props) {
  return (
    left > 0 && (
      <p className={className}>
        <Button look="quiet" onClick={onMore}>
          show {left > step ? `${formatNumber(step)} of ${formatNumber(left)} ${what}` : `${formatNumber(left)} ${what}`}
        </Button>
      </p>
    )
  );
}

import { createContext, type ReactNode, useContext, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { formatNumber } from '../../ui/format.ts';
import { shownAt } from './text.ts';

interface Props {
  text: string;
  /** Characters that were left in the source because the text is huge. */
  cut?: number;
  children: (text: string) => ReactNode;
}

/** Whether a text is shown whole at once: on paper nobody can ask for it. */
export const Whole = createContext(false);

/** Loads more of what was left in the source; null where there is no more to load. */
export const More = createContext<(() => void) | null>(null);

/** A long text by stages, so that a huge one costs no more than what is read of it. */
export function Staged({ text, cut = 0, children }: Props) {
  const [stage, setStage] = useState(0);
  const whole = useContext(Whole);
  const load = useContext(More);
  const end = whole ? text.length : shownAt(text, stage);
  const more = end < text.length || (cut > 0 && load !== null && !whole);
  const onMore = () => {
    setStage(stage + 1);
    if (end === text.length) load?.();
  };
  return (
    <>
      {children(text.slice(0, end))}
      {more && (
        <p className="pad-y-2 small dim">
          <Button look="quiet" onClick={onMore}>
            show more
          </Button>{' '}
          {formatNumber(end)} of {formatNumber(text.length + cut)} characters
        </p>
      )}
      {!more && cut > 0 && <p className="pad-y-2 small dim">{formatNumber(cut)} more characters, only in the source.</p>}
    </>
  );
}

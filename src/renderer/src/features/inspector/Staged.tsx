import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { formatNumber } from '../../ui/format.ts';
import { shownAt } from './text.ts';

interface Props {
  text: string;
  /** Characters that were left in the source because the text is huge. */
  cut?: number;
  children: (text: string) => ReactNode;
}

/** A long text by stages, so that a huge one costs no more than what is read of it. */
export function Staged({ text, cut = 0, children }: Props) {
  const [stage, setStage] = useState(0);
  const end = shownAt(text, stage);
  return (
    <>
      {children(text.slice(0, end))}
      {end < text.length && (
        <p className="pad-y-2 small dim">
          <Button look="quiet" onClick={() => setStage(stage + 1)}>
            show more
          </Button>{' '}
          {formatNumber(end)} of {formatNumber(text.length + cut)} characters
        </p>
      )}
      {end === text.length && cut > 0 && <p className="pad-y-2 small dim">{formatNumber(cut)} more characters are in the source only.</p>}
    </>
  );
}

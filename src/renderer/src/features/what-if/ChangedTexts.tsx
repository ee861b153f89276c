import { useState } from 'react';
import type { Plan } from '../../../../shared/model/index.ts';
import { changedWord } from '../../../../shared/model/vocabulary.ts';
import { Button } from '../../ui/Button.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Pieces } from '../compare/Pieces.tsx';
import { piecesOf, wholeOf } from '../compare/rows.ts';
import styles from './WhatIf.module.css';

interface Props {
  texts: Plan['texts'];
  /** What the two contexts are called. */
  names: readonly [string, string];
}

/** Texts that were replaced, as they are and as they would be sent, word by word. */
export function ChangedTexts({ texts, names }: Props) {
  if (texts.length === 0) return null;
  return (
    <div className="grid gap-2 pad-top-3">
      {texts.map((text) => (
        <ChangedText key={text.seq} text={text} names={names} />
      ))}
    </div>
  );
}

const ChangedText = ({ text: { seq, diff }, names }: { text: Props['texts'][number]; names: Props['names'] }) => {
  const [open, setOpen] = useState(false);
  const name = seq === null ? 'System prompt' : `#${formatNumber(seq)}`;
  return (
    <section aria-label={`Changed: ${name}`}>
      <h3>
        {name} <small>{changedWord(diff.unlike)}</small>{' '}
        <Button look="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'less' : 'all'}
        </Button>
      </h3>
      <div className={`${styles.sides} grid boxed round-small halves`}>
        {(['a', 'b'] as const).map((side, at) => (
          <div key={side} className="shrink-x pad-y-1 pad-x-2">
            <small className="dim">{names[at]}</small>
            <Pieces
              pieces={open ? wholeOf(diff.segments, side) : piecesOf(diff.segments, side)}
              side={side}
              cut={diff.cut[side]}
              open={open}
            />
          </div>
        ))}
      </div>
    </section>
  );
};

import { Fragment } from 'react';
import type { Part, Read } from '../../../../shared/model/index.ts';
import { Button } from '../../ui/Button.tsx';
import { count } from '../../ui/format.ts';
import { entryTone } from '../../ui/kinds.ts';
import { PartView } from '../inspector/PartView.tsx';
import { Prose } from '../inspector/Prose.tsx';
import { Staged } from '../inspector/Staged.tsx';
import styles from './Conversation.module.css';
import type { Conversation } from './conversation.ts';
import { beginningOf, isAside } from './folding.ts';

interface Props {
  of: Conversation;
  read: Read;
  open: boolean;
  onTurn: () => void;
}

/** What somebody wrote: Markdown, pictures; what a model thought and what the agent program added are one line until somebody asks. */
export function Said({ of, read, open, onTurn }: Props) {
  const parts = read.parts
    .map((part, place) => ({ part, place }))
    .filter(({ part: { type } }) => type !== 'tool_call' && type !== 'tool_result');
  const text = parts.map(({ part }) => part.text).join('\n');
  if (isAside(entryTone(read.row), text) && !open && !of.unfolded)
    return (
      <p className={styles.aside}>
        <span className="cut">{beginningOf(text)}</span>
        <Button look="quiet" tabIndex={-1} onClick={onTurn}>
          {count(text.length, 'character')}
        </Button>
      </p>
    );
  return parts.map(({ part, place }) => (
    <Fragment key={place}>
      <One of={of} read={read} part={part} open={open || of.unfolded} onTurn={onTurn} />
    </Fragment>
  ));
}

const One = ({ of, read, part, open, onTurn }: Props & { part: Part }) => {
  if (part.type === 'text')
    return (
      <div className={styles.prose}>
        <Staged text={part.text} cut={part.cut ?? 0}>
          {(text) => <Prose text={text} />}
        </Staged>
      </div>
    );
  if ((part.type === 'thinking' || part.type === 'json') && !open)
    return (
      <p className={styles.aside}>
        <i className="cut">{beginningOf(part.text)}</i>
        <Button look="quiet" tabIndex={-1} onClick={onTurn}>
          {part.type === 'json' ? 'data' : 'thinking'}, {count(part.text.length, 'character')}
        </Button>
      </p>
    );
  return (
    <div className={styles.prose}>
      <PartView part={part} alone of={{ tape: of.tape, seq: read.row.seq, project: of.project }} />
    </div>
  );
};

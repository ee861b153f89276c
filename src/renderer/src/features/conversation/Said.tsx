import { Fragment } from 'react';
import type { Part, Read } from '../../../../shared/model/index.ts';
import { Button } from '../../ui/Button.tsx';
import { count, withoutCodes } from '../../ui/format.ts';
import { seen } from '../../ui/steering.tsx';
import { PartView } from '../inspector/PartView.tsx';
import { Prose } from '../inspector/Prose.tsx';
import { Staged } from '../inspector/Staged.tsx';
import styles from './Conversation.module.css';
import type { Conversation } from './conversation.ts';
import { beginningOf, isWordless, saidParts } from './folding.ts';

interface Props {
  of: Conversation;
  read: Read;
  open: boolean;
  onTurn: () => void;
}

/** What somebody wrote: Markdown, pictures. What a model thought in between is one line until somebody asks. */
export function Said({ of, read, open, onTurn }: Props) {
  return saidParts(read.parts).map((part, place) =>
    isWordless(part) ? null : (
      // biome-ignore lint/suspicious/noArrayIndexKey: an entry is immutable, so the place of a part in it is what identifies the part.
      <Fragment key={place}>
        <One of={of} read={read} part={part} open={open || of.unfolded} onTurn={onTurn} />
      </Fragment>
    ),
  );
}

/** A thought that is all of an entry: the heading of the block says what it is. */
const isAlone = ({ parts }: Read): boolean => parts.length === 1 && parts[0]?.type === 'thinking';

/** A command as it was typed, or what one printed; the record with its tags is the raw one. */
const Command = ({ is, text }: NonNullable<Part['command']>) =>
  is === 'typed' ? (
    <code className="bold pre-wrap break-anywhere">{seen(text)}</code>
  ) : (
    <pre className={`${styles.output} scroll dim pre-wrap break-anywhere`}>{seen(withoutCodes(text)) || '(no output)'}</pre>
  );

const One = ({ of, read, part, open, onTurn }: Props & { part: Part }) => {
  if (part.command !== undefined) return <Command {...part.command} />;
  if (part.type === 'text')
    return (
      <div className={`${styles.prose} pad-top-tight medium`}>
        <Staged text={part.text} cut={part.cut ?? 0}>
          {(text) => <Prose text={text} />}
        </Staged>
      </div>
    );
  if ((part.type === 'thinking' || part.type === 'json') && !open)
    return (
      <p className={`${styles.aside} row baseline shrink-x gap-3 small leading-20 dim nowrap`}>
        <i className="cut">{seen(beginningOf(part.text))}</i>
        <Button look="quiet" tabIndex={-1} onClick={onTurn}>
          {part.type === 'json' ? 'data' : 'thinking'}, {count(part.text.length, 'character')}
        </Button>
      </p>
    );
  return (
    <div className={`${styles.prose} pad-top-tight medium`}>
      <PartView part={part} alone bare={isAlone(read)} of={{ tape: of.tape, seq: read.row.seq, project: of.project }} />
    </div>
  );
};

import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { StepDiff } from '../../../../shared/model/index.ts';
import { useStore } from '../../state/store.ts';
import { VirtualList, type VirtualListHandle } from '../../ui/VirtualList.tsx';
import { ChangeRow } from './ChangeRow.tsx';
import styles from './Changes.module.css';
import { Jumps, useJumps } from './Jumps.tsx';
import { type Change, rowFrom, rowsOf, type Shown } from './rows.ts';

interface Props {
  diff: StepDiff;
  shown: Shown;
  /** It answers the question before. */
  stale: boolean;
  list: RefObject<HTMLElement | null>;
  onClose: () => void;
}

const ROW = 46;
const HEAD = 32;

/** All entries of a difference, by arrow keys or the mouse; Enter opens one in the inspector. */
export function ChangeList({ diff, shown, stale, list, onClose }: Props) {
  const id = useId();
  const scroll = useRef<VirtualListHandle>(null);
  const nothing = useRef<HTMLParagraphElement>(null);
  const select = useStore((state) => state.select);
  const rows = rowsOf(diff, shown);
  const [at, setAt] = useState(() => rowFrom(rows, 0, 1));
  const row = rows[at];
  const active = row?.type === 'change' ? row : null;
  const jumps = useJumps(diff, active, onClose);
  // It comes in place of a skeleton that had the focus.
  useEffect(() => {
    list.current = scroll.current?.element ?? nothing.current;
    list.current?.focus();
  }, [list]);
  const move = (to: number, by: -1 | 1) => {
    const next = rowFrom(rows, Math.max(0, Math.min(rows.length - 1, to)), by);
    setAt(next);
    scroll.current?.show(next <= 1 ? 0 : next);
  };
  const open = ({ seq, request }: Change) => {
    select(seq, request?.part);
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = 8;
    if (event.key === 'ArrowDown' || event.key === 'j') move(at + 1, 1);
    else if (event.key === 'ArrowUp' || event.key === 'k') move(at - 1, -1);
    else if (event.key === 'PageDown') move(at + page, 1);
    else if (event.key === 'PageUp') move(at - page, -1);
    else if (event.key === 'Home') move(0, 1);
    else if (event.key === 'End') move(rows.length - 1, -1);
    else if (event.key === 'Enter' && active) open(active.change);
    else if (event.key === 'f') jumps.seen();
    else if (event.key === 'l') jumps.left();
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className={`${styles.list} shrink-y clip no-outline`}>
        {rows.length === 0 ? (
          <p className="pad-4 dim pretty" ref={nothing} tabIndex={-1}>
            Both contexts are the same, in the same order.
          </p>
        ) : (
          <VirtualList
            handle={scroll}
            role="listbox"
            tabIndex={0}
            aria-label="What was added, removed and changed"
            aria-busy={stale}
            {...(active && { 'aria-activedescendant': `${id}-${at}` })}
            onKeyDown={onKeyDown}
            className="full-height no-outline busy-fade"
            count={rows.length}
            size={(index) => (rows[index]?.type === 'change' ? ROW : HEAD)}
            keyOf={(index) => {
              const one = rows[index];
              return one?.type === 'change'
                ? `${one.group} ${one.change.seq} ${one.change.request?.part ?? ''} ${one.change.label}`
                : `${one?.type} ${one?.group}`;
            }}
            row={(index) => {
              const one = rows[index];
              if (!one) return null;
              return (
                <ChangeRow
                  tape={diff.tape}
                  row={one}
                  id={`${id}-${index}`}
                  active={index === at}
                  onPoint={() => setAt(index)}
                  onOpen={() => one.type === 'change' && open(one.change)}
                />
              );
            }}
          />
        )}
      </div>
      <Jumps jumps={jumps} active={active !== null && active.change.request === undefined} />
    </>
  );
}

import { ContextMenu } from '@base-ui/react/context-menu';
import { type KeyboardEvent, type RefObject, useId } from 'react';
import { useAskHere } from '../../data/hooks.ts';
import type { LibraryPage } from '../../data/libraryHooks.ts';
import { useStore } from '../../state/store.ts';
import { useKeys } from '../keyboard/useKeys.ts';
import styles from './Library.module.css';
import { LibraryMenu } from './LibraryMenu.tsx';
import { LibraryRowView } from './LibraryRowView.tsx';
import { PADDING, type PageRow, rowKey, type SpotFor } from './spot.ts';
import { useLibraryLayout } from './state.ts';
import { compareTape } from './table.ts';
import { useActiveRow } from './useActiveRow.ts';

interface Props {
  page: LibraryPage;
  spot: RefObject<SpotFor>;
  /** Asks for the page again, where the list is by then. */
  onAsk: () => void;
}

const MOVES = /^(Arrow(Up|Down|Left|Right)|Home|End|j|k)$/;

/** The tree as a list of rows; one of them is the active one, which the arrows move and Enter opens. */
export function LibraryTree({ page, spot, onAsk }: Props) {
  const id = useId();
  const { active, setActive, toggle } = useLibraryLayout();
  const tape = useStore((state) => state.tape);
  const openTape = useStore((state) => state.openTape);
  const askHere = useAskHere();
  const current = active ?? (tape === null ? null : rowKey(tape));
  const { at, list, move } = useActiveRow({ page, spot, onAsk, tape, current, setActive });
  const choose = (row: PageRow) => {
    setActive(row.key);
    if (row.type === 'tape') openTape(row.tape.id);
    else toggle(row.key);
  };
  const compare = (row: PageRow) => row.type === 'tape' && compareTape(askHere(), row.tape);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const folds = (event.key === 'ArrowRight' && at?.expanded === false) || (event.key === 'ArrowLeft' && at?.expanded === true);
    if (event.key === 'Escape') list.box.current?.blur();
    else if (at && (event.key === 'Enter' || event.key === ' ')) choose(at);
    else if (at && folds) toggle(at.key);
    else if (MOVES.test(event.key)) move(event.key);
    else return;
    event.preventDefault();
  };

  useKeys({ 'library.focus': () => list.box.current?.focus() });
  return (
    <ContextMenu.Root>
      <ContextMenu.Trigger className="row grow shrink-y">
        <div
          ref={list.box}
          className={`${styles.scroll} grow scroll-y no-outline`}
          role="tree"
          aria-label="Library"
          tabIndex={0}
          aria-activedescendant={at && `${id}-${at.index}`}
          onKeyDown={onKeyDown}
          onScroll={list.onScroll}
        >
          <div className="full-width relative" role="presentation" style={{ height: page.height + 2 * PADDING }}>
            {page.rows.map((row) => (
              <div
                key={row.key}
                className="absolute pinned"
                role="presentation"
                style={{ transform: `translateY(${row.top + PADDING}px)` }}
              >
                <LibraryRowView
                  id={`${id}-${row.index}`}
                  row={row}
                  active={row === at}
                  open={row.type === 'tape' && row.tape.id === tape}
                  onChoose={() => choose(row)}
                  onCompare={() => compare(row)}
                  onToggle={() => toggle(row.key)}
                  onPoint={() => setActive(row.key)}
                />
              </div>
            ))}
          </div>
        </div>
      </ContextMenu.Trigger>
      <LibraryMenu row={at} />
    </ContextMenu.Root>
  );
}

import { ContextMenu } from '@base-ui/react/context-menu';
import { type KeyboardEvent, type RefObject, useId } from 'react';
import { indexAfter } from '../../../../shared/library/tree.ts';
import type { LibraryPage } from '../../data/libraryHooks.ts';
import { useStore } from '../../state/store.ts';
import { useKeys } from '../keyboard/useKeys.ts';
import styles from './Library.module.css';
import { LibraryMenu } from './LibraryMenu.tsx';
import { LibraryRowView } from './LibraryRowView.tsx';
import { PADDING, type PageRow, rowKey, type SpotFor } from './spot.ts';
import { useLibraryLayout } from './state.ts';
import { useStretch } from './useStretch.ts';

interface Props {
  page: LibraryPage;
  spot: RefObject<SpotFor>;
  /** Asks for the page again, where the list is by then. */
  onAsk: () => void;
}

const MOVES = /^(Arrow(Up|Down|Left|Right)|Home|End|j|k)$/;

/** By how many rows a key moves the active one, wherever that is. */
const stepOf = (key: string): number => {
  if (key === 'ArrowDown' || key === 'j') return 1;
  return key === 'ArrowUp' || key === 'k' ? -1 : 0;
};

/** The tree as a list of rows; one of them is the active one, which the arrows move and Enter opens. */
export const LibraryTree = ({ page, spot, onAsk }: Props) => {
  const id = useId();
  const { active, setActive, toggle } = useLibraryLayout();
  const tape = useStore((state) => state.tape);
  const openTape = useStore((state) => state.openTape);
  const current = active ?? (tape === null ? null : rowKey(tape));
  const at = page.rows.find(({ key, index }) => (current === null ? index === 0 : key === current));

  const list = useStretch({
    page,
    spot,
    onAsk,
    tape,
    onBrought: (row) => (row ? setActive(row.key) : list.bring({ index: 0 })),
  });
  const choose = (row: PageRow) => {
    setActive(row.key);
    if (row.type === 'tape') openTape(row.tape.id);
    else toggle(row.key);
  };
  const go = (index: number) => {
    const row = page.rows.find((one) => one.index === index);
    if (row === undefined) return list.bring({ index });
    setActive(row.key);
    list.reveal(row);
  };
  /** The active row was scrolled away: a key brings it back. */
  const move = (key: string) => {
    if (at !== undefined) go(indexAfter(at, page.count, key));
    else if (key === 'Home' || key === 'End') go(key === 'Home' ? 0 : page.count - 1);
    else list.bring({ key: current ?? '', by: stepOf(key) });
  };
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
      <ContextMenu.Trigger className={styles.tree}>
        <div
          ref={list.box}
          className={styles.scroll}
          role="tree"
          aria-label="Library"
          tabIndex={0}
          aria-activedescendant={at && `${id}-${at.index}`}
          onKeyDown={onKeyDown}
          onScroll={list.onScroll}
        >
          <div className={styles.all} role="presentation" style={{ height: page.height + 2 * PADDING }}>
            {page.rows.map((row) => (
              <div key={row.key} className={styles.at} role="presentation" style={{ transform: `translateY(${row.top + PADDING}px)` }}>
                <LibraryRowView
                  id={`${id}-${row.index}`}
                  row={row}
                  active={row === at}
                  open={row.type === 'tape' && row.tape.id === tape}
                  onChoose={() => choose(row)}
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
};

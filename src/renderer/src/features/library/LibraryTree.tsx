import { ContextMenu } from '@base-ui/react/context-menu';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { useStore } from '../../state/store.ts';
import { VirtualList, type VirtualListHandle } from '../../ui/VirtualList.tsx';
import { useKeys } from '../keyboard/useKeys.ts';
import styles from './Library.module.css';
import { LibraryMenu } from './LibraryMenu.tsx';
import { LibraryRowView } from './LibraryRowView.tsx';
import { useLibraryLayout } from './state.ts';
import { type LibraryRow, rowAfter } from './tree.ts';

const heightOf = (row: LibraryRow | undefined): number => {
  if (row?.type === 'tape') return row.nested ? 28 : 46;
  return row?.type === 'source' ? 34 : 30;
};

/** The tree as a list of rows; one of them is the active one, which the arrows move and Enter opens. */
export const LibraryTree = ({ rows }: { rows: readonly LibraryRow[] }) => {
  const list = useRef<VirtualListHandle>(null);
  const id = useId();
  const { active, setActive, toggle } = useLibraryLayout();
  const tape = useStore((state) => state.tape);
  const openTape = useStore((state) => state.openTape);
  const at = Math.max(
    0,
    rows.findIndex((row) => row.key === (active ?? `tape ${tape}`)),
  );

  const choose = (row: LibraryRow) => {
    setActive(row.key);
    if (row.type === 'tape') openTape(row.tape.id);
    else toggle(row.key);
  };
  const go = (index: number) => {
    const row = rows[index];
    if (row === undefined) return;
    setActive(row.key);
    list.current?.show(index);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = rows[at];
    if (row === undefined) return;
    const folds = (event.key === 'ArrowRight' && row.expanded === false) || (event.key === 'ArrowLeft' && row.expanded === true);
    if (event.key === 'Enter' || event.key === ' ') choose(row);
    else if (event.key === 'Escape') list.current?.element?.blur();
    else if (folds) toggle(row.key);
    else if (/^(Arrow(Up|Down|Left|Right)|Home|End|j|k)$/.test(event.key)) go(rowAfter(rows, at, event.key));
    else return;
    event.preventDefault();
  };

  useKeys({ 'library.focus': () => list.current?.element?.focus() });
  // A tape opened elsewhere (a link, the palette) scrolls into view once; the reader's own scrolling is left alone.
  const opened = tape === null ? -1 : rows.findIndex((row) => row.key === `tape ${tape}`);
  const revealed = useRef<string | null>(null);
  useEffect(() => {
    if (opened < 0 || revealed.current === tape) return;
    revealed.current = tape;
    list.current?.show(opened);
  }, [opened, tape]);

  return (
    <ContextMenu.Root>
      <ContextMenu.Trigger className={styles.tree}>
        <VirtualList
          handle={list}
          className={styles.scroll}
          role="tree"
          aria-label="Library"
          tabIndex={0}
          aria-activedescendant={`${id}-${at}`}
          onKeyDown={onKeyDown}
          count={rows.length}
          size={(index) => heightOf(rows[index])}
          keyOf={(index) => rows[index]?.key ?? index}
          padding={4}
          row={(index) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <LibraryRowView
                id={`${id}-${index}`}
                row={row}
                active={index === at}
                open={row.type === 'tape' && row.tape.id === tape}
                onChoose={() => choose(row)}
                onToggle={() => toggle(row.key)}
                onPoint={() => setActive(row.key)}
              />
            );
          }}
        />
      </ContextMenu.Trigger>
      <LibraryMenu row={rows[at]} />
    </ContextMenu.Root>
  );
};

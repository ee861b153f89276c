import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { count, formatNumber } from '../../ui/format.ts';
import { TextField } from '../../ui/TextField.tsx';
import { VirtualList, type VirtualListHandle } from '../../ui/VirtualList.tsx';
import { useKeys } from '../keyboard/useKeys.ts';
import { FolderRowView } from './FolderRowView.tsx';
import { goInFiles } from './place.ts';
import styles from './Tree.module.css';
import { type Counts, dueAfter, type FolderRow, folderAfter, type Only } from './tree.ts';

interface Props {
  rows: readonly FolderRow[];
  counts: Counts;
  lit: ReadonlySet<string>;
  selected: string;
  filter: string;
  only: Only;
  onFilter: (filter: string) => void;
  onOnly: (only: Only) => void;
  onFold: (path: string, open: boolean) => void;
}

const ROW = 27;

const CHIPS: readonly { only: Only; words: string }[] = [
  { only: 'all', words: 'all' },
  { only: 'due', words: 'to build' },
  { only: 'person', words: 'by hand' },
  { only: 'model', words: 'by a model' },
  { only: 'extracted', words: 'extracted' },
  { only: 'silent', words: 'not described' },
];

/** Every folder of the project with the state of its files. The arrows walk and show at once; Left and Right fold. */
export function FolderTree({ rows, counts, lit, selected, filter, only, onFilter, onOnly, onFold }: Props) {
  const list = useRef<VirtualListHandle>(null);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const at = rows.findIndex(({ folder }) => folder.path === selected);
  const go = (index: number | null) => {
    const row = index === null ? undefined : rows[index];
    if (row === undefined || index === null) return;
    goInFiles({ folder: row.folder.path });
    list.current?.show(index);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = rows[at];
    const folds = row && ((event.key === 'ArrowRight' && row.expanded === false) || (event.key === 'ArrowLeft' && row.expanded === true));
    if (folds || (row?.expanded != null && (event.key === 'Enter' || event.key === ' '))) onFold(row.folder.path, row.expanded !== true);
    else if (event.key === 'Escape') list.current?.element?.blur();
    else if (/^(Arrow(Up|Down|Left|Right)|Home|End)$/.test(event.key)) go(folderAfter(rows, at, event.key));
    else return;
    event.preventDefault();
  };
  useKeys({
    'row.next': () => go(folderAfter(rows, at, 'j')),
    'row.previous': () => go(folderAfter(rows, at, 'k')),
    'row.new': () => go(dueAfter(rows, at)),
    search: () => field.current?.focus(),
  });
  // What was opened elsewhere (a link, a node of the graph) comes into view.
  const revealed = useRef(false);
  useEffect(() => {
    if (at < 0) return;
    list.current?.show(at, revealed.current ? 'auto' : 'center');
    revealed.current = true;
  }, [at]);
  const leave = () => (filter === '' ? list.current?.element?.focus() : onFilter(''));
  return (
    <div className="stack shrink-x shrink-y on-bg line-right">
      <div className="grid rigid gap-2 pad-x-3 pad-top-3 pad-bottom-2">
        <TextField
          ref={field}
          type="search"
          value={filter}
          onChange={(event) => onFilter(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') leave();
            if (event.key === 'ArrowDown') list.current?.element?.focus();
          }}
          placeholder={`Filter ${count(counts.all, 'folder')}`}
          aria-label="Filter the folders"
        />
        <fieldset className={`row wrap gap-y-1 gap-x-3`} aria-label="Which folders">
          {CHIPS.filter((chip) => chip.only === only || counts[chip.only] > 0).map((chip) => (
            <button
              key={chip.only}
              type="button"
              className="choice tiny leading-16 nowrap"
              aria-pressed={only === chip.only}
              data-only={chip.only}
              onClick={() => onOnly(chip.only)}
            >
              {formatNumber(counts[chip.only])} {chip.words}
            </button>
          ))}
        </fieldset>
      </div>
      <VirtualList
        handle={list}
        className={`${styles.tree} grow shrink-y no-outline`}
        role="tree"
        aria-label="Folders"
        tabIndex={0}
        {...(at >= 0 && { 'aria-activedescendant': `${id}-${at}` })}
        onKeyDown={onKeyDown}
        count={rows.length}
        size={() => ROW}
        keyOf={(index) => rows[index]?.folder.path ?? index}
        padding={4}
        row={(index) => {
          const row = rows[index];
          return (
            row && (
              <FolderRowView
                id={`${id}-${index}`}
                row={row}
                selected={index === at}
                lit={lit.has(row.folder.path)}
                onChoose={() => goInFiles({ folder: row.folder.path })}
                onToggle={() => onFold(row.folder.path, row.expanded !== true)}
              />
            )
          );
        }}
      />
      {rows.length === 0 && <p className={`${styles.nothing} absolute small dim`}>No folder matches.</p>}
    </div>
  );
}

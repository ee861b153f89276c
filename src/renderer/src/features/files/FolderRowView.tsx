import type { MouseEvent } from 'react';
import { count } from '../../ui/format.ts';
import styles from './FolderRowView.module.css';
import { byWords, describedWords, STATE_SENTENCES, STATE_WORDS } from './labels.ts';
import shared from './Tree.module.css';
import type { FolderRow } from './tree.ts';

interface Props {
  id: string;
  row: FolderRow;
  selected: boolean;
  lit: boolean;
  onChoose: () => void;
  onToggle: () => void;
}

/** Pixels for each level. */
const INDENT = 14;

const hint = ({ folder, state }: FolderRow): string =>
  [
    folder.path,
    STATE_SENTENCES[state],
    folder.descriptionBy === null ? 'No description yet.' : `Described ${byWords(folder.descriptionBy)}.`,
    folder.description ?? '',
    folder.isScope ? 'A scope of its own.' : '',
  ]
    .filter(Boolean)
    .join('\n');

/** A click shows and leaves the keys to the work. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

/** One folder: its name, who describes it, and the state of its files in a word. */
export function FolderRowView({ id, row, selected, lit, onChoose, onToggle }: Props) {
  const { folder, level, expanded, state, staleBelow } = row;
  const toggle = (event: MouseEvent) => {
    event.stopPropagation();
    onToggle();
  };
  // There is room for one of the two.
  const by = staleBelow > 0 ? '' : describedWords(folder);
  return (
    <button
      type="button"
      id={id}
      role="treeitem"
      tabIndex={-1}
      aria-level={level}
      aria-selected={selected}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      {...(expanded !== null && { 'aria-expanded': expanded })}
      className={`${shared.row} hover-shade row middle full-width relative gap-2 cursor-default no-outline pad-right-3 selected-shade`}
      data-lit={lit}
      style={{ paddingLeft: 18 + (level - 1) * INDENT }}
      title={hint(row)}
      onMouseDown={keepFocus}
      onClick={onChoose}
    >
      {expanded !== null && (
        <span
          className={`${styles.fold} full-height absolute top-0`}
          style={{ left: 2 + (level - 1) * INDENT }}
          data-open={expanded}
          aria-hidden="true"
          onClick={toggle}
        />
      )}
      <span className={`${styles.name} cut`} data-scope={folder.isScope} data-silent={folder.description === null}>
        {folder.path === '/' ? '/' : folder.name}
      </span>
      {by !== '' && <span className={`${styles.by} shrink-x clip tiny dim nowrap rigid`}>{by}</span>}
      {staleBelow > 0 && <span className="tiny dim warn nowrap rigid">{count(staleBelow, 'due', 'due')} below</span>}
      {state === 'current' ? (
        <span className={`${styles.current} rigid`} role="img" aria-label="current" />
      ) : (
        <span className={`file-state tiny nowrap rigid dim`} data-state={state}>
          {STATE_WORDS[state]}
        </span>
      )}
    </button>
  );
}

import { type KeyboardEvent, type Ref, useId, useState } from 'react';
import { useBrowse } from '../../data/appHooks.ts';
import { useFormats } from '../../data/formatHooks.ts';
import { hiddenFolders } from '../../ui/agents.ts';
import { Failure } from '../../ui/Failure.tsx';
import { formatBytes } from '../../ui/format.ts';
import { Option } from '../../ui/Option.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Open.module.css';

/** Splits what is typed into the folder to look in and the start of a name in it. */
export function splitPath(typed: string): { folder: string; start: string } {
  const at = Math.max(typed.lastIndexOf('/'), typed.lastIndexOf('\\'));
  return { folder: typed.slice(0, at + 1), start: typed.slice(at + 1) };
}

interface Named {
  name: string;
  folder: boolean;
}

const isLog = (name: string): boolean => /\.(jsonl|jsonl\.zst|json|zip|eval|db|sqlite)$/i.test(name);

/** The names that continue from `start`: folders first, then logs; other files and hidden names only when typed for, but for the hidden `folders` of agents. */
export function completions<T extends Named>(entries: readonly T[], start: string, folders: ReadonlySet<string>): T[] {
  const wanted = start.toLowerCase();
  return entries
    .filter(
      ({ name, folder }) =>
        name.toLowerCase().startsWith(wanted) &&
        (folder || isLog(name) || wanted !== '') &&
        (wanted.startsWith('.') || !name.startsWith('.') || folders.has(name)),
    )
    .toSorted((a, b) => Number(b.folder) - Number(a.folder) || a.name.localeCompare(b.name, 'en', { numeric: true }));
}

interface Props {
  ref: Ref<HTMLInputElement>;
  path: string;
  onChange: (path: string) => void;
  onOpen: (path: string) => void;
  /** Files are no answer here. */
  foldersOnly?: boolean;
}

/** A path and its completions: arrows choose, Tab or Enter takes a folder, Enter on a file opens it. */
export function PathField({ ref, path, onChange, onOpen, foldersOnly = false }: Props) {
  const list = useId();
  const [at, setAt] = useState(-1);
  const { folder, start } = splitPath(path);
  const browse = useBrowse(folder);
  const names = completions(browse.data?.entries ?? [], start, hiddenFolders(useFormats()))
    .filter(({ folder }) => folder || !foldersOnly)
    .slice(0, 200);
  const chosen = names[at];
  const above = browse.data?.parent ?? null;

  const change = (next: string) => {
    onChange(next);
    setAt(-1);
  };
  const take = (name: (typeof names)[number] | undefined) => {
    if (name === undefined) return;
    if (name.folder) change(`${name.path.replace(/[\\/]+$/, '')}/`);
    else onOpen(name.path);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setAt(Math.min(names.length - 1, at + 1));
    else if (event.key === 'ArrowUp') setAt(Math.max(-1, at - 1));
    else if (event.key === 'Tab' && !event.shiftKey && (chosen ?? (start !== '' ? names[0] : undefined))?.folder) take(chosen ?? names[0]);
    else if (event.key === 'Enter' && chosen) take(chosen);
    else return;
    event.preventDefault();
  };
  return (
    <div>
      <TextField
        ref={ref}
        className="code"
        value={path}
        onChange={(event) => change(event.target.value)}
        onKeyDown={onKeyDown}
        placeholder={foldersOnly ? 'Path of a folder' : 'Path of a file or a folder'}
        aria-label="Path"
        role="combobox"
        aria-expanded={names.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        {...(chosen && { 'aria-activedescendant': `${list}-${at}` })}
      />
      <div className="row apart gap-4 tiny dim pad-top-2 pad-bottom-1 pad-x-tight">
        <code className="tiny cut">{browse.data?.path}</code>
        {above !== null && (
          <button type="button" className="link nowrap" onClick={() => change(`${above.replace(/[\\/]+$/, '')}/`)}>
            folder above
          </button>
        )}
      </div>
      <div
        id={list}
        role="listbox"
        aria-label="Names in this folder"
        className={`${styles.names} scroll-y line-above line-below`}
        tabIndex={-1}
      >
        {browse.isError && <Failure error={browse.error} />}
        {names.map((name, index) => (
          <Option
            key={name.path}
            id={`${list}-${index}`}
            active={index === at}
            className={`${styles.name} row apart full-width gap-4 cursor-default pad-y-1 pad-x-tight code`}
            onClick={() => take(name)}
            ref={index === at ? (element) => element?.scrollIntoView({ block: 'nearest' }) : null}
          >
            <span className="cut">
              {name.name}
              {name.folder && '/'}
            </span>
            <span className={`${styles.bytes} dim nowrap`}>{name.folder ? '' : formatBytes(name.bytes)}</span>
          </Option>
        ))}
        {browse.isSuccess && names.length === 0 && (
          <p className="small dim pad-y-2 pad-x-tight">No folder{foldersOnly ? '' : ' or log'} here starts with that.</p>
        )}
      </div>
    </div>
  );
}

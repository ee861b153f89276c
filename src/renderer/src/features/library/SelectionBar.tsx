import { useState } from 'react';
import { titleOf } from '../../../../shared/library/names.ts';
import type { TapeRow } from '../../../../shared/model/index.ts';
import { useSayOfTape } from '../../data/libraryHooks.ts';
import { useStore } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';
import { count } from '../../ui/format.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useKeys } from '../keyboard/useKeys.ts';
import styles from './LibraryPage.module.css';
import { compareTapes, relationOf, useTable } from './table.ts';

const tagsOf = (tape: TapeRow): readonly string[] => tape.own?.tags ?? [];

/** The tags that all of them have. */
const sharedTags = ([first, ...others]: readonly TapeRow[]): readonly string[] =>
  (first ? tagsOf(first) : []).filter((tag) => others.every((other) => tagsOf(other).includes(tag)));

/** Tags for what is selected, and a title of the reader's own for a single session. What is typed is kept, but for Escape. */
const Words = ({ selected }: { selected: readonly TapeRow[] }) => {
  const say = useSayOfTape();
  const select = useTable((state) => state.hold);
  const [kind, setKind] = useState<'tags' | 'title' | null>(null);
  const [text, setText] = useState('');
  const shared = sharedTags(selected);
  const before = { tags: shared.join(' '), title: selected[0]?.own?.title ?? '' };
  const begin = (next: 'tags' | 'title') => {
    setText(before[next]);
    setKind(next);
  };
  const changeOf = (tape: TapeRow) => {
    if (kind === 'title') return { title: text.trim().slice(0, 200) || null };
    // Those that not all have are not shown, and stay.
    const others = tagsOf(tape).filter((tag) => !shared.includes(tag));
    const typed = text.split(/[\s,]+/).filter(Boolean);
    return { tags: [...new Set([...others, ...typed])].map((tag) => tag.slice(0, 40)).slice(0, 20) };
  };
  const keep = () => {
    if (kind !== null && text !== before[kind])
      for (const tape of selected) say.mutate({ tape: tape.id, ...changeOf(tape) }, { onSuccess: (own) => select(tape.id, own) });
    setKind(null);
  };
  if (kind === null)
    return (
      <>
        <Button onClick={() => begin('tags')}>Tag…</Button>
        {selected.length === 1 && <Button onClick={() => begin('title')}>Title…</Button>}
      </>
    );
  return (
    <TextField
      className={styles.words ?? ''}
      autoFocus
      value={text}
      aria-label={kind === 'title' ? 'Title of your own' : 'Tags'}
      placeholder={
        kind === 'title'
          ? 'Title; leave empty to use the log’s'
          : selected.length > 1
            ? `Tags of all ${selected.length}`
            : 'Tags, empty for none'
      }
      onChange={(event) => setText(event.target.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter') keep();
        else if (event.key === 'Escape') setKind(null);
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    />
  );
};

/** Leaves the selected sessions out of the library, or lists those again that were left out last. No log is touched. */
const useForget = () => {
  const { mutateAsync } = useSayOfTape();
  const { selected, forgot } = useTable();
  const mark = (tapes: readonly TapeRow[], forgotten: boolean) =>
    Promise.all(tapes.map(({ id }) => mutateAsync({ tape: id, forgotten }))).then(
      () => useTable.setState({ forgot: forgotten ? tapes : [], selected: [] }),
      // The call has said why.
      () => {},
    );
  return { forget: () => void mark(selected, true), undo: () => void mark(forgot, false) };
};

/** After sessions were forgotten: that they were, and the way back. */
const Forgot = ({ forgot, onUndo, onClose }: { forgot: readonly TapeRow[]; onUndo: () => void; onClose: () => void }) => (
  <div
    className={`${styles.selection} row middle rigid gap-2 pad-x-4 on-panel nowrap line-above-strong`}
    role="toolbar"
    aria-label="Forgotten sessions"
  >
    <span className="row baseline grow shrink-x gap-2" role="status">
      {forgot.length === 1 && forgot[0] ? `Forgot “${titleOf(forgot[0])}”.` : `Forgot ${count(forgot.length, 'session')}.`} Logs stay as
      they are.
    </span>
    <Button look="strong" onClick={onUndo}>
      Undo <Kbd>u</Kbd>
    </Button>
    <Button look="quiet" onClick={onClose}>
      close
    </Button>
  </div>
);

/** What can be done with what is selected. It is there only while something is. */
export function SelectionBar() {
  const { selected, forgot, clear } = useTable();
  const setOverlay = useStore((state) => state.setOverlay);
  const { forget, undo } = useForget();
  useKeys({ ...(selected.length > 0 && { 'table.forget': forget }), ...(forgot.length > 0 && { 'table.undo': undo }) });
  const [a, b] = selected;
  if (a === undefined) return forgot.length === 0 ? null : <Forgot forgot={forgot} onUndo={undo} onClose={clear} />;
  const pair = selected.length === 2 && b ? relationOf(a, b) : null;
  return (
    <div
      className={`${styles.selection} row middle rigid gap-2 pad-x-4 on-panel nowrap line-above-strong`}
      role="toolbar"
      aria-label="Selected sessions"
    >
      {selected.length > 2 ? (
        <span className="row baseline grow shrink-x gap-2">{count(selected.length, 'session')} selected</span>
      ) : (
        <span className="row baseline grow shrink-x gap-2">
          <b data-side="A">A</b>
          <span className={styles.name}>{titleOf(a)}</span>
          {b && (
            <>
              <span className="small regular dim">and</span>
              <b data-side="B">B</b>
              <span className={styles.name}>{titleOf(b)}</span>
            </>
          )}
          {pair && <span className="small regular dim">{pair}</span>}
        </span>
      )}
      {selected.length > 1 && (
        <Button look="strong" disabled={selected.length > 8} onClick={() => compareTapes(selected)}>
          {selected.length > 2 ? `Compare ${selected.length}` : 'Compare'} <Kbd>c</Kbd>
        </Button>
      )}
      <Button disabled={selected.length > 8} onClick={() => compareTapes(selected, () => setOverlay('report'))}>
        {selected.length > 2 ? `Export ${selected.length}…` : 'Export…'}
      </Button>
      <Words selected={selected} />
      <Button title="Hides them from the library, with their sub-agents, forks and copies; no log is touched" onClick={forget}>
        Forget <Kbd>Del</Kbd>
      </Button>
      <Button look="quiet" onClick={clear}>
        clear
      </Button>
      <Kbd>Esc</Kbd>
    </div>
  );
}

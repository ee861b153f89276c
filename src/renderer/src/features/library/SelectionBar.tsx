import { titleOf } from '../../../../shared/library/names.ts';
import { useStore } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';
import { count } from '../../ui/format.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import styles from './LibraryPage.module.css';
import { compareTapes, relationOf, useTable } from './table.ts';

/** What can be done with what is selected. It is there only while something is. */
export const SelectionBar = () => {
  const { selected, clear } = useTable();
  const setOverlay = useStore((state) => state.setOverlay);
  const [a, b] = selected;
  if (a === undefined) return null;
  const pair = selected.length === 2 && b ? relationOf(a, b) : null;
  return (
    <div className={styles.selection} role="toolbar" aria-label="Selected sessions">
      {selected.length > 2 ? (
        <span className={styles.sides}>{count(selected.length, 'session')} selected</span>
      ) : (
        <span className={styles.sides}>
          <b data-side="A">A</b>
          <span className={styles.name}>{titleOf(a)}</span>
          {b && (
            <>
              <span className={styles.of}>and</span>
              <b data-side="B">B</b>
              <span className={styles.name}>{titleOf(b)}</span>
            </>
          )}
          {pair && <span className={styles.of}>{pair}</span>}
        </span>
      )}
      {selected.length > 1 && (
        <Button look="strong" disabled={selected.length > 8} onClick={() => compareTapes(selected)}>
          {selected.length > 2 ? `Compare ${selected.length}` : 'Compare'} <Kbd>c</Kbd>
        </Button>
      )}
      <Button disabled={selected.length > 8} onClick={() => compareTapes(selected, () => setOverlay('report'))}>
        Export…
      </Button>
      <Button look="quiet" onClick={clear}>
        clear
      </Button>
      <Kbd>Esc</Kbd>
    </div>
  );
};

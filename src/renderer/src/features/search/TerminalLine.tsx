import { useStore } from '../../state/store.ts';
import { isBlank } from './place.ts';
import styles from './SearchPage.module.css';
import { terminalLine } from './says.ts';

/** The same search as a command, to copy. */
export function TerminalLine() {
  const search = useStore((state) => state.search);
  if (search === null || isBlank(search)) return null;
  return (
    <span className={styles.terminal}>
      in the terminal: <code>{terminalLine(search)}</code>
    </span>
  );
}

import { useStore } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';
import { runCommand } from '../keyboard/useKeys.ts';
import styles from './Start.module.css';

/** A folder that a link names and that nobody has opened here. Its name is a stranger's words: shown, and nothing more. */
export function UnknownProject({ root, onRetry }: { root: string; onRetry: () => void }) {
  const setFiles = useStore((state) => state.setFiles);
  return (
    <div className={`${styles.start} grid full-height scroll-y on-bg`} role="alert">
      <div className={`${styles.middle} grid gap-4`}>
        <h2 className={styles.title}>Unknown project</h2>
        <p className="dim break-anywhere pretty">
          <code className="ink">{root}</code> holds no tape of the library, or is no longer there, and a link alone opens no folder: if it
          is yours, open it yourself.
        </p>
        <div className={`${styles.actions} row middle gap-4`}>
          <Button onClick={() => setFiles(null)}>Leave it</Button>
          <Button onClick={() => runCommand('files.open')}>Open a folder…</Button>
          <Button look="quiet" onClick={onRetry}>
            look again
          </Button>
        </div>
      </div>
    </div>
  );
}

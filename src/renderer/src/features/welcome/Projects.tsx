import { projectNames } from '../../../../shared/library/names.ts';
import { useFloatProjects } from '../../data/floatHooks.ts';
import { Button } from '../../ui/Button.tsx';
import { openFiles } from '../files/place.ts';
import { runCommand } from '../keyboard/useKeys.ts';
import styles from './Welcome.module.css';

/** Projects that a line has room for. */
const SHOWN = 6;

/** Projects with context files, and those that could have them. */
export function Projects() {
  const items = useFloatProjects().data ?? [];
  const built = items.filter((one) => one.built);
  const shown = (built.length > 0 ? built : items).slice(0, SHOWN);
  const names = projectNames(shown.map(({ root }) => root));
  return (
    <p className={styles.looked}>
      {built.length > 0 ? 'Context files of ' : 'Make context files for '}
      {shown.map(({ root }, at) => (
        <span key={root}>
          {at > 0 && ', '}
          <Button look="quiet" title={root} onClick={() => openFiles(root)}>
            {names.get(root)}
          </Button>
        </span>
      ))}
      {shown.length > 0 && ', '}
      <Button look="quiet" onClick={() => runCommand('files.open')}>
        {shown.length > 0 ? 'another folder…' : 'a folder…'}
      </Button>
    </p>
  );
}

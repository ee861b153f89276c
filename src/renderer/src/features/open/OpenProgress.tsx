import { useCancelJob, useJobs } from '../../data/appHooks.ts';
import { Button } from '../../ui/Button.tsx';
import { jobLine } from '../status/progress.ts';
import styles from './Open.module.css';

/** How far the import is, with a way out. */
export function OpenProgress() {
  const job = useJobs().data?.items.find((item) => item.state === 'running');
  const cancel = useCancelJob();
  return (
    <p className={styles.progress} role="status">
      {job ? jobLine(job) : 'Reading…'}
      {job && (
        <Button look="quiet" onClick={() => cancel.mutate(job.id)}>
          cancel
        </Button>
      )}
    </p>
  );
}

import { useCancelJob, useJobs } from '../../data/appHooks.ts';
import { Button } from '../../ui/Button.tsx';
import { jobLine } from '../status/progress.ts';

/** How far the import is, with a way out. */
export function OpenProgress() {
  const job = useJobs().data?.items.find((item) => item.state === 'running');
  const cancel = useCancelJob();
  return (
    <p className="row gap-3 small dim" role="status">
      {job ? jobLine(job) : 'Reading…'}
      {job && (
        <Button look="quiet" onClick={() => cancel.mutate(job.id)}>
          cancel
        </Button>
      )}
    </p>
  );
}

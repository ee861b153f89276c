import type { Job } from '../../../../shared/rpc/contract.ts';
import { useCancelJob, useJobs } from '../../data/appHooks.ts';
import { Button } from '../../ui/Button.tsx';
import { jobLine } from '../status/progress.ts';
import styles from './Files.module.css';
import { Meter } from './Meter.tsx';

/** The newest work on context files that runs now. */
export function useFloatJob(): Job | null {
  const jobs = useJobs().data?.items ?? [];
  return jobs.findLast(({ phase, state }) => phase === 'float' && state === 'running') ?? null;
}

/** How far it is, and the way to stop it. Nothing where nothing runs. */
export function WorkProgress() {
  const job = useFloatJob();
  const cancel = useCancelJob();
  if (job === null) return null;
  return (
    <span className={`${styles.work} inline-row middle rigid push gap-2 small dim shrink-x`} role="status">
      <Meter done={job.done} of={job.total} label={job.title} />
      <span className="cut">{jobLine(job)}</span>
      <Button look="quiet" onClick={() => cancel.mutate(job.id)} disabled={cancel.isPending}>
        cancel
      </Button>
    </span>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import type { TapeRow } from '../../../../shared/model/index.ts';
import type { Job, Output } from '../../../../shared/rpc/contract.ts';
import { useCancelJob, useJobs } from '../../data/appHooks.ts';
import { keys } from '../../data/keys.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './Footer.module.css';
import { indexedLine, jobLine } from './progress.ts';

const JobView = ({ job }: { job: Job }) => {
  const cancel = useCancelJob();
  const queries = useQueryClient();
  const dismiss = () =>
    queries.setQueryData<Output<'jobs.list'>>(keys.jobs, (jobs) => ({ items: jobs?.items.filter((item) => item.id !== job.id) ?? [] }));
  const failed = job.state === 'failed';
  return (
    <span className={failed ? 'row middle gap-2 shrink-x error' : 'row middle gap-2 shrink-x'}>
      {!failed && <progress className={styles.progress} value={job.done} max={Math.max(1, job.total)} aria-label={job.title} />}
      <span className="cut">{jobLine(job)}</span>
      <Button
        look="quiet"
        className="tiny leading-16"
        disabled={cancel.isPending}
        onClick={() => (failed ? dismiss() : cancel.mutate(job.id))}
      >
        {failed ? 'dismiss' : 'cancel'}
      </Button>
    </span>
  );
};

/** Running work with its cancel, the newest in front; at rest, what of the open tape is indexed. */
export function Jobs({ tape }: { tape: TapeRow | null }) {
  const jobs = useJobs().data?.items ?? [];
  const [first, ...others] = jobs.toReversed();
  return (
    <span className="row push shrink-x gap-3 cut">
      {first && <JobView job={first} />}
      {others.length > 0 && <span>and {others.length} more</span>}
      {!first && tape && indexedLine(tape)}
    </span>
  );
}

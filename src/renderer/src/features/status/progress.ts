import type { TapeRow } from '../../../../shared/model/index.ts';
import type { Job } from '../../../../shared/rpc/contract.ts';
import { count, formatNumber, formatShare } from '../../ui/format.ts';

/** "Reading 12 sources · 43 %". A job that does not know its total says how far it is. */
export function jobLine(job: Job): string {
  if (job.state === 'failed') return job.message ?? `${job.title}: failed`;
  if (job.total > 0) return `${job.title} · ${formatShare(job.done, job.total)}`;
  return job.done > 0 && job.unit !== 'bytes' ? `${job.title} · ${formatNumber(job.done)} ${job.unit}` : job.title;
}

/** What of a tape is indexed: "412 steps, 2,874 entries · full text 76 %". */
export function indexedLine(tape: TapeRow): string {
  return `${count(tape.steps, 'step')}, ${count(tape.entries, 'entry', 'entries')} · full text ${formatShare(tape.textTo, tape.entries)}`;
}

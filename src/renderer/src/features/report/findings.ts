import type { Finding } from '../../../../shared/model/index.ts';
import { FINDING_KINDS, type FindingKind } from '../../../../shared/model/vocabulary.ts';
import type { Job } from '../../../../shared/rpc/contract.ts';
import { count, formatNumber, formatShare } from '../../ui/format.ts';

export interface Group {
  readonly kind: Finding['kind'];
  readonly name: string;
  readonly findings: readonly Finding[];
}

const capital = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
const KINDS = Object.entries(FINDING_KINDS).map(([kind, [, many]]) => [kind as FindingKind, capital(many)] as const);

/** Findings by kind, what is worst first; kinds without any are left out. */
export function groupsOf(findings: readonly Finding[]): Group[] {
  return KINDS.map(([kind, name]) => ({ kind, name, findings: findings.filter((finding) => finding.kind === kind) })).filter(
    (group) => group.findings.length > 0,
  );
}

/** The ids that may be read, with those of `changed` put in or removed. */
export function withKept(kept: ReadonlySet<string>, changed: readonly Finding[], keep: boolean): ReadonlySet<string> {
  const next = new Set(kept);
  for (const { id } of changed) {
    if (keep) next.add(id);
    else next.delete(id);
  }
  return next;
}

/** A finding on one line, whatever line breaks are in it. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

/** What the review came to, or how far it is. */
export function footWords(
  review: { findings: readonly unknown[]; chars: number } | undefined,
  kept: number,
  job: Pick<Job, 'done' | 'total'> | undefined,
): string {
  if (review === undefined) return `Looking for what may be private…${job ? ` ${formatShare(job.done, job.total)}` : ''}`;
  const { findings, chars } = review;
  const size = `${count(chars, 'character')} reviewed`;
  if (findings.length === 0) return `${size}.`;
  const taken = findings.length - kept;
  return `${size}. ${formatNumber(taken)} of ${count(findings.length, 'finding')} ${taken === 1 ? 'is' : 'are'} removed.`;
}

/** How far a report is that is being made (`share` is 0 until it can be fetched), and then how much of it has arrived. */
export function workWords(share: number, job: Pick<Job, 'done' | 'total'> | undefined): string {
  if (share > 0) return `Fetching the report, ${formatShare(share, 1)}`;
  return `Writing the report…${job ? ` ${formatShare(job.done, job.total)}` : ''}`;
}

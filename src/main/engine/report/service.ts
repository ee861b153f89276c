import { setImmediate } from 'node:timers/promises';
import type { Output, Parsed } from '../../../shared/rpc/contract.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { version } from '../app/version.ts';
import type { Catalog } from '../catalog/types.ts';
import type { ToldWork } from '../jobs/job-progress.ts';
import { type Document, textsOf } from './document.ts';
import type { Reading } from './gather.ts';
import { createReviews, type Watch } from './reviewed.ts';
import { pagesOf } from './shelf.ts';

/** What is asked of the service: calls of the contract. */
export type ReportCall = { [M in 'report.review' | 'report.make']: { method: M; input: Parsed<M> } }['report.review' | 'report.make'];
export type ReviewAnswer = Output<'report.review'>;
/** A report whose pages were all told. */
export interface MadeAnswer {
  name: string;
  media: string;
}

/** How far it is, or the next page of a report. */
export type Told = { work: ToldWork } | { page: string };
export interface Heard extends Pick<Watch, 'signal'> {
  progress(told: Told): void;
}

/** Findings that one review lists. What is not listed cannot be let stand, and so is always removed. */
const MOST_FINDINGS = 5000;

/** Reads, reviews and writes reports. A long one takes seconds: a window has this in a thread. */
export function createReportService(catalog: Catalog, calls: Reading) {
  const reviewed = createReviews(catalog, calls);
  const review = async ({ subject, annotations, also = [] }: Parsed<'report.review'>, watch: Watch): Promise<ReviewAnswer> => {
    const { document, review: found } = await reviewed({ subject, annotations, also }, watch);
    const more = found.findings.length - MOST_FINDINGS;
    const notes = more > 0 ? [`${more} further findings are not listed here. They are removed.`] : [];
    return { findings: found.findings.slice(0, MOST_FINDINGS), chars: charsOf(document), notes };
  };

  const make = async (
    { subject, format, keep, annotations, also = [] }: Parsed<'report.make'>,
    watch: Watch,
    page: (text: string) => void,
  ): Promise<MadeAnswer> => {
    const { document, review: found } = await reviewed({ subject, annotations, also }, watch);
    const { made, redactedWords, signed } = await import('./make.ts');
    const kept = new Set(keep);
    const clean = signed(found.redact(document, kept), redactedWords(found.findings, kept), version, Date.now());
    let done = 0;
    const wrote = (): void => {
      done += 1;
    };
    const { pieces, ...rest } = made(clean, format, wrote);
    const total = clean.sections.reduce((sum, { rows }) => sum + rows.length, 0);
    for (const text of pagesOf(pieces)) {
      page(text);
      if (done < total) watch.progress({ title: `Writing ${clean.title}`, unit: 'blocks', done, total });
      await setImmediate();
      if (watch.signal.aborted) throw new TapeError('cancelled', 'The call was cancelled.');
    }
    return rest;
  };

  return (call: ReportCall, { signal, progress }: Heard): Promise<ReviewAnswer | MadeAnswer> => {
    const watch: Watch = { signal, progress: (work) => progress({ work }) };
    return call.method === 'report.review' ? review(call.input, watch) : make(call.input, watch, (page) => progress({ page }));
  };
}

const charsOf = (document: Document): number => {
  let chars = 0;
  for (const text of textsOf(document)) chars += text.length;
  return chars;
};

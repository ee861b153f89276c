import { statSync } from 'node:fs';
import type { ReportSubject } from '../../../shared/model/index.ts';
import type { CallContext } from '../../../shared/rpc/contract.ts';
import { createToldJob } from '../catalog/told-job.ts';
import type { Engine } from '../engine.ts';
import type { Document } from './document.ts';
import type { Reading } from './gather.ts';
import type { Review } from './redact.ts';

/** What a report shows, and what was found in it. */
export interface Reviewed {
  document: Document;
  review: Review;
}

type Needs = Pick<Engine, 'catalog'> & { ingest: Pick<Engine['ingest'], 'startJob' | 'cancel'> };

/** How long the last review waits for its report: a reader looks through the findings meanwhile. */
const KEPT_MS = 10 * 60_000;

/**
 * Reads and reviews what a report shows. The last review is kept, so that the report behind it is made of what was read and looked
 * through for it: unless one of the tapes, its file or an annotation is another one by then. Throws TapeError('cancelled').
 */
export const createReviews = ({ catalog, ingest }: Needs, calls: Reading) => {
  let kept: { of: string; reviewed: Reviewed } | null = null;
  let timer: NodeJS.Timeout | null = null;
  const keep = (of: string, reviewed: Reviewed): void => {
    kept = { of, reviewed };
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(() => {
      kept = null;
    }, KEPT_MS).unref();
  };

  return async (subject: ReportSubject, annotations: boolean, context: CallContext): Promise<Reviewed> => {
    const of = await identityOf({ catalog, calls }, subject, annotations, context);
    if (kept?.of === of) return kept.reviewed;
    kept = null;
    // Loaded when first asked for: most commands of the terminal never make a report.
    const [{ gather }, { review }] = await Promise.all([import('./gather.ts'), import('./redact.ts')]);
    const document = await gather({ catalog, calls }, subject, annotations, context);
    // A review that goes on for a while is a job.
    const job = createToldJob(ingest, { phase: 'report', tape: tapesOf(catalog, subject)[0] ?? null }, context.signal);
    let done = 0;
    const progress = (by: number, total: number): void => {
      done += by;
      job.progress({ title: `Looking through ${document.title}`, unit: 'characters', done, total });
    };
    try {
      const reviewed = { document, review: await review(document, job.signal, progress) };
      keep(of, reviewed);
      return reviewed;
    } finally {
      job.end();
    }
  };
};

/** The tapes that a report reads; all of them for a family, which may have grown by one. */
const tapesOf = (catalog: Needs['catalog'], subject: ReportSubject): string[] => {
  if (subject.type === 'compare') return subject.sides.map(({ tape }) => tape);
  return subject.type === 'handoffs' && subject.family ? catalog.tapes().map(({ id }) => id) : [subject.tape];
};

/** Another one wherever the report would be another one. */
const identityOf = async (
  { catalog, calls }: { catalog: Needs['catalog']; calls: Reading },
  subject: ReportSubject,
  annotations: boolean,
  context: CallContext,
): Promise<string> => {
  const tapes = [...new Set(tapesOf(catalog, subject))].map((name) => catalog.tape(name));
  const states = tapes.map(({ id, file, textTo }) => {
    const at = statSync(file, { throwIfNoEntry: false });
    return [catalog.revision(id), textTo, at?.ino, at?.size, at?.mtimeMs];
  });
  const [only] = tapes.length === 1 ? tapes : [];
  const notes = annotations ? (await calls['annotations.list'](only ? { tape: only.id } : {}, context)).items : null;
  return JSON.stringify([subject, states, notes]);
};

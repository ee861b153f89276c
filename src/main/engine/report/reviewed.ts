import { statSync } from 'node:fs';
import type { ReportSubject } from '../../../shared/model/index.ts';
import type { OptionalKind } from '../../../shared/model/vocabulary.ts';
import type { Signal } from '../../../shared/rpc/contract.ts';
import type { Catalog } from '../catalog/types.ts';
import type { ToldWork } from '../jobs/job-progress.ts';
import type { Document } from './document.ts';
import type { Reading } from './gather.ts';
import type { Review } from './redact.ts';

/** What a report shows, and what was found in it. */
export interface Reviewed {
  document: Document;
  review: Review;
}

/** What to read, with the remarks of readers or without, and which kinds to look for besides those that always are. */
export interface Wanted {
  subject: ReportSubject;
  annotations: boolean;
  also: readonly OptionalKind[];
}

/** Who waits for a report. */
export interface Watch {
  signal: Signal;
  progress(work: ToldWork): void;
}

/**
 * Reads and reviews what a report shows. The last review is kept, so that the report after it is made of what was read and looked
 * through for it: unless one of the tapes, its file or an annotation is another one by then. Throws TapeError('cancelled').
 */
export function createReviews(catalog: Catalog, calls: Reading) {
  let kept: { of: string; reviewed: Reviewed } | null = null;
  return async (wanted: Wanted, watch: Watch): Promise<Reviewed> => {
    const { subject, annotations, also } = wanted;
    const of = await identityOf({ catalog, calls }, wanted, watch);
    if (kept?.of === of) return kept.reviewed;
    kept = null;
    // Loaded when first asked for: most commands of the terminal never make a report.
    const [{ gather }, { review }] = await Promise.all([import('./gather.ts'), import('./redact.ts')]);
    const document = await gather({ catalog, calls }, subject, annotations, watch);
    let done = 0;
    const progress = (by: number, total: number): void => {
      done += by;
      watch.progress({ title: `Looking through ${document.title}`, unit: 'characters', done, total });
    };
    const reviewed = { document, review: await review(document, watch.signal, progress, also) };
    kept = { of, reviewed };
    return reviewed;
  };
}

interface From {
  catalog: Catalog;
  calls: Reading;
}

/** The tapes that a report reads. */
const tapesOf = async ({ calls }: From, subject: ReportSubject, watch: Watch): Promise<string[]> => {
  if (subject.type === 'compare') return subject.sides.map(({ tape }) => tape);
  if (subject.type === 'view' || !subject.family) return [subject.tape];
  // Which ones are a family changes with what is read and written elsewhere.
  const { tapes } = await calls['handoffs.get']({ tape: subject.tape, family: true, limit: 1 }, watch);
  return [subject.tape, ...tapes.map(({ id }) => id)];
};

/** Another one wherever the report would be another one. */
const identityOf = async (from: From, { subject, annotations, also }: Wanted, watch: Watch): Promise<string> => {
  const { catalog, calls } = from;
  const ids = (await tapesOf(from, subject, watch)).map((name) => catalog.tape(name).id);
  const tapes = [...new Set(ids)].map((id) => catalog.tape(id));
  const states = tapes.map(({ id, file, textTo }) => {
    const at = statSync(file, { throwIfNoEntry: false });
    return [catalog.revision(id), textTo, at?.ino, at?.size, at?.mtimeMs];
  });
  const notes = [];
  for (const { id } of annotations ? tapes : []) notes.push((await calls['annotations.list']({ tape: id }, watch)).items);
  return JSON.stringify([subject, also, states, notes]);
};

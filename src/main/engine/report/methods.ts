import type { Handlers } from '../../../shared/rpc/contract.ts';
import { version } from '../app/version.ts';
import { type Document, textsOf } from './document.ts';
import type { Reading } from './gather.ts';
import { createReviews } from './reviewed.ts';
import { createShelf } from './shelf.ts';

/** Findings that one review lists. What is not listed cannot be let stand, and so is always taken out. */
const MOST_FINDINGS = 5000;

/** Reports of what the window shows: reviewed, made without what was not let stand, and fetched in pages. */
export const reportMethods = (
  engine: Parameters<typeof createReviews>[0],
  calls: Reading,
): Pick<Handlers, 'report.review' | 'report.make' | 'report.page'> => {
  const shelf = createShelf();
  const reviewed = createReviews(engine, calls);
  return {
    'report.review': async ({ subject, annotations }, context) => {
      const { document, review } = await reviewed(subject, annotations, context);
      const { findings } = review;
      const more = findings.length - MOST_FINDINGS;
      const notes = more > 0 ? [`${more} further findings are not listed here. They are taken out.`] : [];
      return { findings: findings.slice(0, MOST_FINDINGS), chars: charsOf(document), notes };
    },
    'report.make': async ({ subject, format, keep, annotations }, context) => {
      const { document, review } = await reviewed(subject, annotations, context);
      const { made, redactedWords, signed } = await import('./make.ts');
      const kept = new Set(keep);
      const redacted = redactedWords(review.findings, kept);
      return shelf.put(made(signed(review.redact(document, kept), redacted, version, Date.now()), format));
    },
    'report.page': ({ id, at }) => shelf.page(id, at),
  };
};

const charsOf = (document: Document): number => {
  let chars = 0;
  for (const text of textsOf(document)) chars += text.length;
  return chars;
};

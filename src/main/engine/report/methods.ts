import type { ReportSubject } from '../../../shared/model/index.ts';
import type { CallContext, Handlers } from '../../../shared/rpc/contract.ts';
import { version } from '../app/version.ts';
import type { Engine } from '../engine.ts';
import { type Document, textsOf } from './document.ts';
import type { Reading } from './gather.ts';
import { createShelf } from './shelf.ts';

/** Findings that one review lists. What is not listed cannot be let stand, and so is always taken out. */
const MOST_FINDINGS = 5000;

/** Reports of what the window shows: reviewed, made without what was not let stand, and fetched in pages. */
export const reportMethods = (
  { catalog }: Pick<Engine, 'catalog'>,
  calls: Reading,
): Pick<Handlers, 'report.review' | 'report.make' | 'report.page'> => {
  const shelf = createShelf();
  // Loaded when first asked for: most commands of the terminal never make a report.
  const reviewed = async (subject: ReportSubject, annotations: boolean, context: CallContext) => {
    const [{ gather }, { review }] = await Promise.all([import('./gather.ts'), import('./redact.ts')]);
    const document = await gather({ catalog, calls }, subject, annotations, context);
    return { document, review: await review(document, context.signal) };
  };
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

import type { ReportSubject } from '../../../shared/model/index.ts';
import type { OptionalKind } from '../../../shared/model/vocabulary.ts';
import type { CallContext, Handlers } from '../../../shared/rpc/contract.ts';
import type { Engine } from '../engine.ts';
import { createAsking } from '../jobs/ask.ts';
import { createToldJob } from '../jobs/job-progress.ts';
import type { Reading } from './gather.ts';
import { createReportService, type Heard, type MadeAnswer, type ReportCall, type ReviewAnswer, type Told } from './service.ts';
import { createShelf } from './shelf.ts';

/** What reports need of the engine; without options (a test) everything is done here. */
type Needs = Pick<Engine, 'catalog'> &
  Partial<Pick<Engine, 'options' | 'settings'>> & { ingest: Pick<Engine['ingest'], 'startJob' | 'cancel'> };

type Service = (call: ReportCall, heard: Heard) => Promise<ReviewAnswer | MadeAnswer>;

/** How long the last review waits for its report: a reader looks through the findings meanwhile. */
const KEPT_MS = 10 * 60_000;

/** A window asks a thread, which reads for itself, so that nothing of a long report passes the process that draws. */
const serviceOf = ({ catalog, options }: Needs, calls: Reading): Service => {
  if (options === undefined || options.host === 'terminal') return createReportService(catalog, calls);
  return createAsking<ReportCall, ReviewAnswer | MadeAnswer, Told>('report/report-worker', { options }, 1, KEPT_MS).ask;
};

const tapeOf = (subject: ReportSubject): string | null => (subject.type === 'compare' ? (subject.sides[0]?.tape ?? null) : subject.tape);

/** Reports of what the window shows: reviewed, made without what was not let stand, and fetched in pages. */
export function reportMethods(engine: Needs, calls: Reading): Pick<Handlers, 'report.review' | 'report.make' | 'report.page'> {
  const shelf = createShelf();
  const service = serviceOf(engine, calls);
  /** What continues for a while is a job. */
  const ask = async (call: ReportCall, { signal }: CallContext, page: (text: string) => void) => {
    const job = createToldJob(engine.ingest, { phase: 'report', tape: tapeOf(call.input.subject) }, signal);
    const progress = (told: Told): void => ('page' in told ? page(told.page) : job.progress(told.work));
    try {
      return await service(call, { signal: job.signal, progress });
    } finally {
      job.end();
    }
  };
  const withKinds = <T extends { also?: readonly OptionalKind[] | undefined }>(input: T) => ({
    ...input,
    also: [...(input.also ?? engine.settings?.().redact ?? [])],
  });
  // The service answers each call with what belongs to it.
  return {
    'report.review': async (input, context) =>
      (await ask({ method: 'report.review', input: withKinds(input) }, context, () => {})) as ReviewAnswer,
    'report.make': async (input, context) => {
      const pages: string[] = [];
      const { name, media } = (await ask(
        { method: 'report.make', input: withKinds(input) },
        context,
        (page) => void pages.push(page),
      )) as MadeAnswer;
      return shelf.put({ pages, name, media });
    },
    'report.page': ({ id, at }) => shelf.page(id, at),
  };
}

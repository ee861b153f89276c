import { workerData } from 'node:worker_threads';
import type { Signal } from '../../../shared/rpc/contract.ts';
import { annotationMethods } from '../annotations/methods.ts';
import { createCatalog } from '../catalog/read.ts';
import { compareMethods } from '../compare/methods.ts';
import { joinDatabase } from '../database/schema.ts';
import type { EngineOptions } from '../engine.ts';
import { evidenceMethods } from '../evidence/methods.ts';
import { handoffMethods } from '../handoffs/methods.ts';
import { answerWith } from '../jobs/ask.ts';
import { viewMethods } from '../views/methods.ts';
import type { Reading } from './gather.ts';
import { createReportService, type ReportCall, type Told } from './service.ts';

/** A thread that reads, reviews and writes reports. It asks nobody: as in a terminal, every call that it makes is answered in it. */
const { options } = workerData as { options: EngineOptions };
const engine = { catalog: createCatalog(joinDatabase(options.home)), options: { ...options, host: 'terminal' as const } };
const calls: Reading = {
  ...viewMethods(engine),
  ...evidenceMethods(engine),
  ...compareMethods(engine),
  ...handoffMethods(engine),
  ...annotationMethods(engine, () => {}),
};
const service = createReportService(engine.catalog, calls);

/** Whoever asks is looked at now and then; nobody is called when they go. */
const signalOf = (waiting: Pick<Signal, 'aborted'>): Signal => ({
  get aborted() {
    return waiting.aborted;
  },
  addEventListener() {},
  removeEventListener() {},
});

answerWith((call: ReportCall, { signal, progress }: { signal: Pick<Signal, 'aborted'>; progress(told: Told): void }) =>
  service(call, { signal: signalOf(signal), progress }),
);

import { workerData } from 'node:worker_threads';
import type { CallContext } from '../../shared/rpc/contract.ts';
import { createCacheAnswers } from './cache/methods.ts';
import { createCatalog } from './catalog/read.ts';
import { compareMethods } from './compare/methods.ts';
import { joinDatabase } from './database/schema.ts';
import { surgeryMethods } from './graph/surgery-methods.ts';
import { askedOf } from './handoffs/cut.ts';
import { departureOf } from './handoffs/departure.ts';
import { fidelityOf } from './handoffs/fidelity.ts';
import { answerWith, giveWay } from './jobs/ask.ts';
import type { HeavyCall } from './jobs/heavy.ts';
import { branchesAt } from './views/branches.ts';
import { createRim } from './views/rim.ts';

/** A thread for calls that look at all of a long tape: the window continues drawing meanwhile. */
giveWay();
const { home } = workerData as { home: string };
const catalog = createCatalog(joinDatabase(home));
const rim = createRim(catalog);
const handlers = { ...compareMethods({ catalog }, home), ...surgeryMethods({ catalog }, home) };
const caches = createCacheAnswers(catalog, home);
const context: CallContext = { signal: new AbortController().signal };

answerWith((call: HeavyCall, { signal }): unknown => {
  if (call.method === 'handoffs.fidelity') return fidelityOf(rim, call.input.tape, call.input.seq, signal);
  if (call.method === 'handoffs.left') return departureOf(rim, call.input.tape, call.input.seq, { signal, asked: askedOf(call.input) });
  if (call.method === 'steps.branches') return branchesAt(catalog, call.input.tape);
  if (call.method === 'cache.steps') return caches.steps(call.input);
  if (call.method === 'cache.misses') return caches.misses(call.input);
  if (call.method === 'compare.run') return handlers[call.method](call.input, context);
  if (call.method === 'tapes.check') return handlers[call.method](call.input, context);
  if (call.method === 'surgery.preview') return handlers[call.method](call.input, context);
  return handlers[call.method](call.input, context);
});

import { workerData } from 'node:worker_threads';
import { answerWith } from '../jobs/ask.ts';
import { type GatheredAll, type Gathering, type GatherQuery, gatherUnlessDamaged } from './gather.ts';

/** A thread that gathers the hits of the search page. Whoever asked may end it: a regular expression can take for ever on one text. */
const { home } = workerData as { home: string };
const gather = gatherUnlessDamaged(home);

answerWith<GatherQuery, GatheredAll | null, Gathering>((query, { signal, progress }) => {
  progress({ hits: [], searched: 0 });
  return gather(query, { signal, told: progress });
});

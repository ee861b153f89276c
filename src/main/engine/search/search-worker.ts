import { workerData } from 'node:worker_threads';
import { joinDatabase } from '../database/schema.ts';
import { answerWith } from '../jobs/ask.ts';
import { createFinder, unlessDamaged } from './find.ts';

/** A thread that searches over all tapes: the main thread never waits for it. */
const { home } = workerData as { home: string };

answerWith(unlessDamaged(createFinder(home, joinDatabase(home))));

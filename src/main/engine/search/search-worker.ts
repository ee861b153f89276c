import { workerData } from 'node:worker_threads';
import { answerWith } from '../catalog/ask.ts';
import { joinDatabase } from '../catalog/schema.ts';
import { createFinder, unlessDamaged } from './find.ts';

/** A thread that searches over all tapes: the main thread never waits for it. */
const { home } = workerData as { home: string };

answerWith(unlessDamaged(createFinder(home, joinDatabase(home))));

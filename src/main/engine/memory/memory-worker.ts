import { workerData } from 'node:worker_threads';
import { joinDatabase } from '../database/schema.ts';
import { answerWith } from '../jobs/ask.ts';
import { createMemory } from './find.ts';
import type { MemoryAsked } from './scope.ts';

/** A thread that recalls from many tapes: the main thread never waits for it. */
const { home } = workerData as { home: string };
const memory = createMemory(home, joinDatabase(home));

answerWith((asked: MemoryAsked) => memory.query(asked));

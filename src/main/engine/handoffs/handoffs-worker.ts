import { workerData } from 'node:worker_threads';
import { joinDatabase } from '../database/schema.ts';
import { createGraphReader } from '../families/material.ts';
import { answerWith, giveWay } from '../jobs/ask.ts';
import { createHandoffService, type HandoffQuery } from './service.ts';

/** A thread that counts phases: one pass over the columns of a tape, and a look at the context around each beginning. */
giveWay();
const { home } = workerData as { home: string };
const answer = createHandoffService(createGraphReader(joinDatabase(home)));

answerWith((query: HandoffQuery) => answer(query));

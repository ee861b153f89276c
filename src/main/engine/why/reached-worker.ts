import { workerData } from 'node:worker_threads';
import type { Arrival } from '../../../shared/library/asked.ts';
import { createCatalog } from '../catalog/read.ts';
import { joinDatabase } from '../database/schema.ts';
import { answerWith } from '../jobs/ask.ts';
import { createReachedRoom, type ReachedQuery } from './reached.ts';

/** A thread that says of hits whether the model received them. */
const { home } = workerData as { home: string };
const reached = createReachedRoom(createCatalog(joinDatabase(home)), home);

answerWith<ReachedQuery, [number, Arrival][]>((query, { signal }) => reached(query, signal));

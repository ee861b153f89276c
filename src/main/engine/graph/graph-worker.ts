import { workerData } from 'node:worker_threads';
import { answerWith } from '../catalog/ask.ts';
import { joinDatabase } from '../catalog/schema.ts';
import { createGraphReader } from './read.ts';
import { createGraphService, type GraphQuery } from './service.ts';

/** A thread that builds the graphs of heavy tapes and families. */
const { home } = workerData as { home: string };
const service = createGraphService(createGraphReader(joinDatabase(home)));

answerWith((query: GraphQuery) => service.graph(query));

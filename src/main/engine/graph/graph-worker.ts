import { workerData } from 'node:worker_threads';
import { joinDatabase } from '../database/schema.ts';
import { createGraphReader } from '../families/material.ts';
import { answerWith, giveWay } from '../jobs/ask.ts';
import { createGraphService, type GraphQuery } from './service.ts';

/** A thread that builds the graphs of heavy tapes and families. */
giveWay();
const { home } = workerData as { home: string };
const service = createGraphService(createGraphReader(joinDatabase(home)));

answerWith((query: GraphQuery) => service.graph(query));

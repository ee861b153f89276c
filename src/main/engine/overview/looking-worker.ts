import { workerData } from 'node:worker_threads';
import { createCatalog } from '../catalog/read.ts';
import { joinDatabase } from '../database/schema.ts';
import { answerWith } from '../jobs/ask.ts';
import { createLook, type LookQuery, type LostLooked, type ToolsLooked } from './looking.ts';

/** A thread that looks into the entries of many tapes, one after the other. */
const { home } = workerData as { home: string };

answerWith<LookQuery, ToolsLooked | LostLooked>(createLook(createCatalog(joinDatabase(home)), home));

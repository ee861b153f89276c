import { workerData } from 'node:worker_threads';
import { answerWith } from '../catalog/ask.ts';
import { createCatalog } from '../catalog/read.ts';
import { openDatabase } from '../catalog/schema.ts';
import { createResidencyService, type Far, type ResidencyAnswer, type ResidencyQuery } from './service.ts';

/** A thread that follows contexts from step to step. */
const { home } = workerData as { home: string };
const service = createResidencyService(createCatalog(openDatabase(home).db), home);

answerWith<ResidencyQuery, ResidencyAnswer, Far>((query, asker) => service.answer(query, asker));

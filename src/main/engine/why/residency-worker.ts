import { workerData } from 'node:worker_threads';
import type { Why } from '../../../shared/model/index.ts';
import { createCatalog } from '../catalog/read.ts';
import { joinDatabase } from '../database/schema.ts';
import { answerWith, giveWay } from '../jobs/ask.ts';
import type { Far, ResidencyAnswer, ResidencyQuery } from '../residency/service.ts';
import { createResidencyRoom } from './room.ts';
import type { WhyQuery } from './why.ts';

/** A thread that follows contexts from step to step. */
giveWay();
const { home } = workerData as { home: string };
answerWith<ResidencyQuery | WhyQuery, ResidencyAnswer | Why, Far>(createResidencyRoom(createCatalog(joinDatabase(home)), home));

import { closeFloat, openFloat } from '../float/float.ts';
import { answerWith } from '../jobs/ask.ts';
import type { ProjectWork } from './thread.ts';
import { type Answers, doWork, type Told, type Work } from './work.ts';

/** How often a thread looks at whether it is to stop, in ms. */
const LOOK = 20;

/** A thread that scans, builds and generates over its own connection to the project's database. */
answerWith<ProjectWork, Answers[Work['type']], Told>(async ({ root, readOnly, work }, { signal, progress }) => {
  const stop = new AbortController();
  const look = setInterval(() => void (signal.aborted && stop.abort()), LOOK);
  try {
    const float = openFloat(root, { readOnly });
    try {
      return await doWork(float, work, { signal: stop.signal, progress });
    } finally {
      closeFloat(float);
    }
  } finally {
    clearInterval(look);
  }
});

import { snapshotRules } from '../snapshots/rules.ts';

/** How samples of Inspect become contexts: each event of a model holds what it was handed. */
export const inspectRules = snapshotRules({
  step: 'The input and the tools that the event of the model records.',
  next: 'The input of the newest event of a model and its answer: the next request begins with them.',
});

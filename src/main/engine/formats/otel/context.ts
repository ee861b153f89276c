import { snapshotRules } from '../snapshots/rules.ts';

/** How traces become contexts: each request records what it sent. */
export const otelRules = snapshotRules({
  step: 'The messages, system prompt and tools that the span of this request recorded.',
  next: 'What the newest request sent, with its answer; results and prompts that come after it are not in the trace yet.',
});

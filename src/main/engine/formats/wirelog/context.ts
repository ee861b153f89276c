import { snapshotRules } from '../snapshots/rules.ts';

/** How captured requests become contexts: each is what was sent. */
export const wirelogRules = snapshotRules({
  step: 'The request as it was sent: its tools, system prompt and messages.',
  next: 'What the newest request sent, with its answer; results and prompts that come after it were not sent yet.',
});

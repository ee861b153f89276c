import { listRules } from '../context/list-rules.ts';

/** How threads of Amp become contexts. */
export const ampRules = listRules({
  evidence: {
    step: 'The messages of the thread before this answer, as Amp sends them: the request that a thread holds is that list.',
    next: 'All messages of the thread: Amp sends the list as it is; the next prompt comes after it.',
  },
  lacking: () => [
    { what: 'system-prompt', note: 'system prompt' },
    { what: 'tools', note: 'tool definitions' },
  ],
});

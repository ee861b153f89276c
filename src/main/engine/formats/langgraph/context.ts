import type { Rules } from '../context/rules.ts';
import { PLAIN_STATES } from '../context/states.ts';
import { asObject } from '../json.ts';
import { snapshotRules } from '../snapshots/rules.ts';

const EVIDENCE = {
  step: 'The messages in the state that the checkpoint recorded, before the answer that it adds. Which of them a node put into its prompt, and what else, only the node knows.',
  next: 'The messages in the state of the newest checkpoint: the next node reads them, and puts into its prompt what it will.',
};

/** How threads of LangGraph become contexts: each checkpoint has the state whole. */
export const langGraphRules: Rules = {
  ...snapshotRules(EVIDENCE),
  evidence: EVIDENCE,
  lacking: () => [
    { what: 'system-prompt', note: 'what a node adds to the messages' },
    { what: 'tools', note: 'tool definitions' },
  ],
  states: { ...PLAIN_STATES, handed: (anchor) => ({ value: asObject(anchor.rest)?.state ?? {}, became: new Map() }) },
};

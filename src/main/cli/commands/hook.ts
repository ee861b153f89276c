import { HOOKED } from '../../engine/formats/hookings.ts';
import { answerHook } from '../../hooks/answer.ts';
import type { Declaration } from '../command.ts';

export const command: Declaration = {
  flags: [],
  notes: [
    `AGENT is one of ${HOOKED.join(', ')}; EVENT is as the agent calls it. The agent runs this, and gives JSON on stdin; tape hook install sets it up.`,
    'It notes which log the session writes and what the agent does, keeps before a compaction what is in context, as an anchor on a native tape of its own, and says after it what was lost and how to get it back.',
    'It always ends with 0 and never waits: the agent continues whatever happens here.',
  ],
  example: [`tape hook ${HOOKED[0]} SessionStart`, 'what this agent runs when a session starts, with the event on stdin'],
  run: async ({ given: { operands } }) => {
    const [agent = '', event = ''] = operands;
    answerHook(agent, event);
    return undefined;
  },
};

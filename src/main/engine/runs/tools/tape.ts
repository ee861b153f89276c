import { TapeError } from '../../../../shared/rpc/tape-error.ts';
import { asList, asString, asStrings } from '../../formats/json.ts';
import { anchorLines, hitLines, infoLines } from '../../native-calls/commands/answers.ts';
import { bounded, type Tool } from './tool.ts';

const NONE = { type: 'object', properties: {} };

const lines = (some: readonly string[]) => ({ text: bounded(some.join('\n')) });

export const tapeTools: readonly Tool[] = [
  {
    ...{ allowed: 'tape.info', name: 'tape_info', description: 'Say how long the tape of this session is.', parameters: NONE, asks: false },
    run: (_, { tape }) => lines(infoLines(tape.info())),
  },
  {
    ...{ allowed: 'tape.anchors', name: 'tape_anchors', description: 'List the anchors of the tape.', parameters: NONE, asks: false },
    run: (_, { tape }) => lines(anchorLines(tape.anchors())),
  },
  {
    ...{ allowed: 'tape.search', name: 'tape_search', asks: false },
    description: 'Find words in the entries of the tape, including earlier phases.',
    parameters: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
    run: ({ query }, { tape }) => {
      const words = asString(query) ?? '';
      if (words.trim() === '') throw new TapeError('bad-input', 'tape_search takes {"query"}, words to look for.');
      return lines(hitLines(tape.search(words, { limit: 20 }), words));
    },
  },
  {
    ...{ allowed: 'tape.handoff', name: 'tape_handoff', asks: false },
    description: 'End this phase. The next request begins with this anchor and its state, and has none of the messages before it.',
    parameters: {
      type: 'object',
      properties: {
        name: { type: 'string' },
        summary: { type: 'string', description: 'What the next phase must know.' },
        next_steps: { type: 'array', items: { type: 'string' } },
        source_ids: { type: 'array', items: { type: 'integer' }, description: 'Entries that support the summary.' },
      },
      required: ['name', 'summary'],
    },
    run: ({ name, summary, next_steps, source_ids }) => {
      const phase = asString(name)?.trim() ?? '';
      if (phase === '' || phase.length > 200) throw new TapeError('bad-input', 'tape_handoff takes a name of 1 to 200 characters.');
      const [steps, sources] = [asStrings(next_steps), asList(source_ids)];
      const state = {
        ...{ phase, summary: asString(summary) ?? '', owner: 'agent' },
        ...(steps.length > 0 && { next_steps: steps }),
        ...(sources.length > 0 && { source_ids: sources }),
      };
      return { text: `anchor added: ${phase}`, handoff: { name: phase, state } };
    },
  },
];

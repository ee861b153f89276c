import type { Drawing } from '../../../testing/laws/drawing.ts';
import { drawing as pi, writeIn } from '../../pi/testing/drawing.ts';

/** The first entry of a session: the model, in one word where pi has two. */
const model = {
  type: 'model_change',
  id: 'model',
  parentId: null,
  timestamp: '2026-01-05T09:00:00.000Z',
  model: 'anthropic/claude-sonnet-4-5',
};

const write = writeIn('/home/ann/mill');

/** The corpus has no session of it. */
export const drawing: Drawing = {
  strange: pi.strange,
  folder: '.omp',
  write: (turns) => {
    const [head, first, ...rest] = write(turns);
    return [...(head ? [head] : []), model, ...(first ? [{ ...first, parentId: model.id }] : []), ...rest];
  },
};

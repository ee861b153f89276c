import type { Drawing } from '../../../testing/laws/drawing.ts';
import { drawing as pi, writeIn } from '../../pi/testing/drawing.ts';

export const drawing: Drawing = {
  ...pi,
  write: writeIn('/home/ann/.openclaw/workspace'),
  corpus: { globs: ['openclaw/*.jsonl'], least: 5 },
};

import { asObject, asString, without } from '../json.ts';
import type { StreamShape } from '../stream.ts';
import { asEntry, STEPS } from './whole.ts';

/** Tapes that a program writes to YAML. Facts: https://github.com/ServiceNow/TapeAgents (`stream_yaml_tapes` and `load_tapes` in `tapeagents/io.py`). */
export const tapeAgentsStream: StreamShape = {
  format: 'tapeagents',
  keys: ['metadata', 'steps'],
  list: 'steps',
  nameOf(document) {
    const tape = asObject(document);
    const metadata = asObject(tape?.metadata);
    return metadata !== null && Array.isArray(tape?.steps) ? (asString(metadata.id) ?? '') : null;
  },
  head: (tape) => [without(tape, STEPS)],
  entry: asEntry,
};

import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Json, JsonObject } from '../values.ts';
import { checkpointOf, stateOf } from './record.ts';

const saved = (channels: JsonObject): JsonObject => ({
  ...{ thread_id: 'mill', checkpoint_id: '1', checkpoint: { channel_values: channels, updated_channels: ['messages'] } },
});

/** What a checkpoint says, after nothing that it could share with. */
const alone = (channels: JsonObject): unknown => {
  checkpointOf(saved({ messages: [null], notes: [null] }));
  return said(channels);
};

const said = (channels: JsonObject): unknown => {
  const checkpoint = checkpointOf(saved(structuredClone(channels)));
  return checkpoint && { ...checkpoint, state: stateOf(checkpoint.state) };
};

const message = fc.record({
  type: fc.constantFrom('human', 'ai', 'tool', 'none'),
  content: fc.constantFrom<Json[]>('grind', 'stone', ['grind'], -0, 0, null),
});
const list = fc.oneof({ weight: 9, arbitrary: fc.array(message, { maxLength: 4 }) }, { weight: 1, arbitrary: fc.constant('none') });

it('says of a checkpoint what it holds, whichever was read before it', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ messages: list, notes: list }), { maxLength: 6 }), (checkpoints) => {
      const expected = checkpoints.map((one) => alone(one as JsonObject));
      expect(checkpoints.map((one) => said(one as JsonObject))).toEqual(expected);
    }),
  );
});

it('reads a message once, however many checkpoints have it', () => {
  const [first, second] = ['grind', 'stone'].map((content) => ({ type: 'human', content }));
  const [one] = checkpointOf(saved({ messages: [{ ...first }] }))?.messages ?? [];
  expect(checkpointOf(saved({ messages: [{ ...first }, { ...second }] }))?.messages?.[0]).toBe(one);
  expect(checkpointOf(saved({ messages: [{ ...second }, { ...first }] }))?.messages?.[0]).not.toBe(one);
});

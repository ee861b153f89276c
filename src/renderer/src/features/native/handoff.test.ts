import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyHandoff, fieldOfRefusal, type HandoffForm, handoffOf, idsIn } from './handoff.ts';

const form = (part: Partial<HandoffForm>): HandoffForm => ({ ...emptyHandoff([]), name: 'verify', ...part });

describe('the handoff form', () => {
  it('asks for what was filled in, and nothing else', () => {
    expect(handoffOf(form({}))).toEqual({ input: { name: 'verify' } });
    expect(
      handoffOf(form({ summary: ' done ', nextSteps: 'a\n\n b ', sourceIds: '#4, 7 4', owner: 'me', state: '{"risk": "low"}' })),
    ).toEqual({
      input: { name: 'verify', summary: 'done', nextSteps: ['a', 'b'], sourceIds: [4, 7], owner: 'me', state: { risk: 'low' } },
    });
  });

  it('begins with the marked entries as its sources', () => {
    expect(handoffOf({ ...emptyHandoff([4, 7]), name: 'x' })).toMatchObject({ input: { sourceIds: [4, 7] } });
  });

  it('says each mistake at its field, all at once', () => {
    expect(handoffOf(form({ name: ' ', sourceIds: '4, four', state: '[1]' }))).toEqual({
      errors: {
        name: 'A phase has a name.',
        sourceIds: 'four is not the number of an entry.',
        state: 'State is an object: { "key": value }.',
      },
    });
    expect(handoffOf(form({ state: '{' }))).toMatchObject({ errors: { state: expect.stringContaining('not JSON') } });
  });

  it('reads back any ids that it could have been filled with', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 1e9 })), (ids) => {
        expect(idsIn(emptyHandoff(ids).sourceIds)).toEqual({ ids });
      }),
    );
  });
});

describe('a refusal', () => {
  const refused = (field: unknown, code: 'refused' | 'internal' = 'refused') => fieldOfRefusal({ code, message: '', details: { field } });

  it('stands at the field that it names; what has no field of its own is further state', () => {
    expect(['owner', '/next_steps/0', 'state.source_ids', 'phase', '/risk'].map((field) => refused(field))).toEqual([
      'owner',
      'nextSteps',
      'sourceIds',
      'name',
      'state',
    ]);
  });

  it('that names none is about the whole', () => {
    expect([refused(undefined), refused(7), refused('owner', 'internal')]).toEqual([null, null, null]);
  });
});

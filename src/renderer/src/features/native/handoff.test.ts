import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyHandoff, fieldsOfRefusal, type HandoffForm, handoffOf, idsIn } from './handoff.ts';

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
        sourceIds: 'four is not an entry number.',
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
  const refused = (details: Record<string, unknown>, code: 'refused' | 'internal' = 'refused') =>
    fieldsOfRefusal({ code, message: '', details });

  it('is shown at the fields that it names; what has no field of its own is further state', () => {
    expect(refused({ fields: ['owner', 'next_steps.0', 'phase', 'risk', 'budget.tokens'] })).toEqual([
      'owner',
      'nextSteps',
      'name',
      'state',
    ]);
    expect(refused({ ids: [99] })).toEqual(['sourceIds']);
  });

  it('that names none is about the whole', () => {
    expect([refused({}), refused({ fields: 'owner' }), refused({ fields: ['owner'] }, 'internal')]).toEqual([[], [], []]);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Annotation, AnnotationTarget } from '../../../../shared/model/index.ts';
import { draftOf, emptyDraft, firstOf, targetOf, targetWords } from './draft.ts';

const STANDING = { seq: 12, step: 4, policy: 'compact:8000' } as const;

const target: fc.Arbitrary<AnnotationTarget> = fc.oneof(
  fc.record({ type: fc.constant('entry' as const), seq: fc.integer({ min: 1, max: 99 }) }),
  fc.record({
    type: fc.constant('block' as const),
    seq: fc.integer({ min: 1, max: 99 }),
    step: fc.integer({ min: 1, max: 9 }),
    policy: fc.constantFrom('full' as const, 'memory:rate limit' as const),
  }),
  fc.tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 50, max: 99 })).map(([from, to]) => ({ type: 'span' as const, from, to })),
);

describe('an annotation as it is written', () => {
  it('is about the selected entry, its block in this context, or a span either way round', () => {
    const draft = emptyDraft(12);
    expect(targetOf(draft, STANDING, 99, null)).toEqual({ ok: true, value: { type: 'entry', seq: 12 } });
    expect(targetOf({ ...draft, about: 'block' }, STANDING, 99, null)).toEqual({
      ok: true,
      value: { type: 'block', seq: 12, step: 4, policy: 'compact:8000' },
    });
    expect(targetOf({ ...draft, about: 'span', to: '3' }, STANDING, 99, null)).toEqual({
      ok: true,
      value: { type: 'span', from: 3, to: 12 },
    });
  });

  it('says what is wrong with a span', () => {
    for (const to of ['', 'x', '0', '-3', '1.5', '100', '9'.repeat(20)])
      expect(targetOf({ ...emptyDraft(12), about: 'span', to }, STANDING, 99, null)).toMatchObject({ ok: false });
    expect(targetOf(emptyDraft(null), { ...STANDING, seq: null }, 99, null)).toMatchObject({ ok: false });
  });

  it('stays about the same when only its words are changed, wherever the reader stands', () => {
    fc.assert(
      fc.property(target, (about) => {
        const one: Annotation = {
          id: 'a',
          tape: 't',
          file: 'f',
          target: about,
          text: 'x',
          label: null,
          written: 1,
          changed: 1,
          stale: false,
        };
        expect(targetOf(draftOf(one), { seq: 1, step: 9, policy: 'full' }, 99, about)).toEqual({ ok: true, value: about });
        expect(AnnotationTarget.parse(about)).toEqual(about);
        expect(targetWords(about)).toContain(`#${firstOf(about)}`);
      }),
    );
  });
});

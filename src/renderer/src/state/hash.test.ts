import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BranchClass, LIBRARY_SORTS, SEARCH_MODES, SUMS_TABS } from '../../../shared/model/index.ts';
import { panels } from '../../../shared/panels.ts';
import { hashOfLink, linkOfHash } from '../../../shared/rpc/deep-link.ts';
import { fromHash, NOWHERE, type Place, toHash } from './hash.ts';
import { spanOf } from './span.ts';

const ordinal = fc.option(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), { nil: null });
const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });

/** A policy names something: blanks alone are refused. */
const word = name.filter((text) => text.trim() !== '');

const policy = fc.oneof(
  fc.constantFrom('as-recorded' as const, 'last-anchor' as const, 'full' as const, 'summary' as const),
  word.map((anchor) => `from-anchor:${anchor}` as const),
  word.map((query) => `memory:${query}` as const),
  fc.integer({ min: 1, max: 1e9 }).map((budget) => `compact:${budget}` as const),
);

const spot = fc.oneof(
  fc.constant({ step: null, next: true }),
  ordinal.map((step) => ({ step, next: false })),
);

const number = fc.integer({ min: 1, max: 1e6 });
const asked = fc.oneof(
  number.map((step) => ({ step })),
  number.map((after) => ({ after })),
  fc.constant({ next: true as const }),
);

const texts = fc.oneof(
  fc.record({ replace: fc.array(fc.record({ seq: number, text: fc.string({ unit: 'grapheme' }) }), { minLength: 1, maxLength: 3 }) }),
  fc.record({ system: fc.string({ unit: 'grapheme' }) }),
);

/** Only What if says its edits. */
const elsewhere = fc
  .record({
    tape: name,
    span: fc.option(
      fc.tuple(number, number).map(([one, other]) => spanOf(one, other)),
      { nil: null },
    ),
    entry: ordinal,
    policy,
    panel: fc.constantFrom(...panels.map(({ id }) => id), 'merge' as const, 'what-if' as const),
    agent: fc.option(fc.stringMatching(/^[0-9a-f]{12}$/), { nil: null }),
    phase: ordinal,
    sides: fc.array(
      fc
        .tuple(asked, fc.record({ tape: name, policy }), fc.option(texts, { nil: {} }))
        .map(([at, side, other]) => ({ ...side, ...at, ...other })),
      { maxLength: 8 },
    ),
    second: fc.integer({ min: 1, max: 7 }),
    family: fc.boolean(),
    kinds: fc.uniqueArray(name, { maxLength: 5 }),
    rows: fc.constantFrom('entry', 'phase', 'file', 'tool'),
    graph: fc.record({
      family: fc.boolean(),
      show: fc.subarray(BranchClass.options),
      agents: fc.constantFrom('nested', 'siblings'),
    }),
    instead: fc.option(policy, { nil: null }),
    changes: fc.option(fc.nat(), { nil: null }),
    why: fc.option(
      fc
        .string({ unit: 'grapheme', maxLength: 300 })
        .map((text) => text.trim())
        .filter((text) => text !== ''),
      { nil: null },
    ),
    files: fc.constant(null),
    table: fc.constant(null),
    search: fc.constant(null),
  })
  .map((place) => ({ ...place, instead: place.panel === 'what-if' ? place.instead : null }));

const place: fc.Arbitrary<Place> = fc.tuple(elsewhere, spot).map(([rest, at]) => ({ ...rest, ...at }));

const files = fc.record({
  root: name,
  folder: name.map((folder) => `/${folder}`),
  tier: fc.constantFrom('minimal' as const, 'standard' as const, 'full' as const, 'deep' as const),
  look: fc.constantFrom('context' as const, 'graph' as const, 'decisions' as const, 'builds' as const),
});

describe('links', () => {
  it('carry the library as a table there and back', () => {
    const table = fc.record(
      {
        ...{ query: fc.string({ maxLength: 100 }), sort: fc.constantFrom(...LIBRARY_SORTS), reverse: fc.boolean() },
        ...{ sums: fc.constantFrom(...SUMS_TABS), group: fc.constantFrom('project' as const, 'agent' as const, 'model' as const) },
      },
      { requiredKeys: ['query', 'sort', 'reverse'] },
    );
    fc.assert(
      fc.property(table, (drawn) => {
        expect(fromHash(toHash({ ...NOWHERE, table: drawn }))).toEqual({ ...NOWHERE, table: drawn });
      }),
    );
  });

  it('carry a search with its conditions there and back', () => {
    const values = fc.uniqueArray(name, { minLength: 1, maxLength: 3 });
    const filters = fc.record(
      { agent: values, project: values, kind: values, file: values, since: fc.nat(), until: fc.nat(), error: fc.boolean() },
      { requiredKeys: [] },
    );
    const search = fc.record({
      query: fc.string({ maxLength: 100 }),
      mode: fc.constantFrom(...SEARCH_MODES),
      sort: fc.constantFrom('newest', 'best'),
      filters,
    });
    fc.assert(
      fc.property(search, (drawn) => {
        expect(fromHash(toHash({ ...NOWHERE, search: drawn }))).toEqual({ ...NOWHERE, search: drawn });
      }),
    );
  });

  it('carry the files of a project there and back', () => {
    fc.assert(
      fc.property(files, (there) => {
        expect(fromHash(toHash({ ...NOWHERE, files: there })).files).toEqual(there);
      }),
    );
  });

  it('leave out a side of which the texts are too long, for it would be another context, and one that cannot be read', () => {
    const side = { tape: 't', step: 2, policy: 'full' };
    const long = { ...side, replace: [{ seq: 3, text: 'x'.repeat(20_000) }] };
    expect(fromHash(toHash({ ...NOWHERE, tape: 't', sides: [side, long] })).sides).toEqual([side]);
    expect(fromHash('#/tape/t?with=t@2@full@%7B%22replace%22%3A1%7D,t@3').sides).toEqual([{ tape: 't', step: 3, policy: 'as-recorded' }]);
  });

  it('carry a place there and back', () => {
    fc.assert(
      fc.property(place, (there) => {
        expect(fromHash(toHash(there))).toEqual(there);
      }),
    );
  });

  it('carry it through a link of the desktop as well', () => {
    const id = fc.stringMatching(/^[0-9a-f]{12}$/);
    fc.assert(
      fc.property(place, id, (there, tape) => {
        const link = linkOfHash(toHash({ ...there, tape })) ?? '';
        expect(fromHash(hashOfLink(link) ?? '')).toEqual({ ...there, tape });
      }),
    );
  });

  it('read any text without throwing, and write what they read alike', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((text) => `#/tape/${text}`),
        ),
        (text) => {
          const read = fromHash(text);
          expect(fromHash(toHash(read))).toEqual(read);
        },
      ),
    );
  });

  it('leave out what is at its default', () => {
    expect(toHash({ ...NOWHERE, tape: 'a b' })).toBe('#/tape/a%20b');
    expect(toHash(NOWHERE)).toBe('#/');
  });

  it('fall back part by part', () => {
    expect(fromHash('#/tape/x?step=-3&entry=7&view=pictures&policy=guess&pair=99x&kinds=,,&rows=x&instead=guess')).toEqual({
      ...NOWHERE,
      tape: 'x',
      entry: 7,
    });
  });
});

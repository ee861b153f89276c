import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import type { FloatContext, FloatLogEntry, Tier } from '../../../shared/model/float.ts';
import { TIER_BUDGETS, TIERS } from '../../../shared/model/float-kinds.ts';
import { renderContext } from './context.ts';
import type { Inputs } from './gather.ts';
import { piecesOf } from './pieces.ts';
import { loadCounter } from './tokens.ts';

const count = await loadCounter();
const real = (text: string): number => countTokens(text, { disallowedSpecial: new Set() });
const render = (inputs: Inputs, tier: Tier, at = 1_767_450_720_000): FloatContext =>
  renderContext(inputs, { tier, file: `x.${tier}.md`, hash: 'a1b2c3d4e5f60718aa', at, count });

const words = fc.array(
  fc.constantFrom(
    'token',
    'folder ',
    '/path',
    '\n',
    '\n\n',
    '# Heading\n',
    '- item\n',
    '文脈',
    '/',
    'a'.repeat(400),
    '```',
    '<|endoftext|>',
  ),
  { maxLength: 60 },
);
const text = words.map((parts) => parts.join('').trim()).filter((text) => text !== '');
const long = fc.tuple(text, fc.integer({ min: 1, max: 80 })).map(([text, times]) => Array<string>(times).fill(text).join('\n'));
const maybe = fc.option(fc.oneof(text, long));
const date = fc.integer({ min: 10, max: 28 }).map((day) => `2026-01-${day}`);

const inputs: fc.Arbitrary<Inputs> = fc
  .record({
    description: maybe,
    content: maybe,
    boots: fc.array(maybe, { maxLength: 3 }),
    files: fc.nat(120),
    children: fc.array(maybe, { maxLength: 30 }),
    siblings: fc.nat(200),
    moreSiblings: fc.nat(3),
    moreScopes: fc.nat(3),
    entries: fc.array(fc.record({ where: fc.nat(3), date, title: text, rationale: maybe, marked: fc.boolean() }), { maxLength: 30 }),
    related: fc.array(fc.record({ why: maybe, description: maybe, content: maybe }), { maxLength: 10 }),
  })
  .map((drawn): Inputs => {
    const chain = ['/', '/src', '/src/deep']
      .slice(0, drawn.boots.length)
      .map((path, at) => ({ path, description: drawn.boots.at(-at) ?? null, isScope: true, boot: drawn.boots[at] ?? null }));
    const path = '/src/deep/here';
    const entry = (given: (typeof drawn.entries)[number], at: number): FloatLogEntry => ({
      id: at + 1,
      folder: [path, '/', '/src', '/src/deep'][given.where] ?? path,
      date: given.date,
      title: given.title,
      topic: null,
      status: 'open',
      decision: null,
      rationale: given.rationale,
      before: null,
      after: null,
      tags: given.marked ? ['breaking'] : [],
      supersedes: null,
      supersededBy: null,
      createdAt: 1,
    });
    return {
      folder: {
        path,
        description: drawn.description,
        content: drawn.content,
        isScope: false,
        boot: null,
        descriptionBy: 'person',
        contentBy: 'extracted',
        older: false,
        sourceHash: 'h',
      },
      chain,
      moreScopes: drawn.moreScopes,
      parent: { path: '/src/deep', description: drawn.description },
      files: Array.from({ length: drawn.files }, (_, at) => ({
        name: `file-${at}.ts`,
        description: at % 3 === 0 ? drawn.description : null,
      })),
      children: drawn.children.map((description, at) => ({ path: `${path}/child-${at}`, description, isScope: false })),
      siblings: Array.from({ length: drawn.siblings }, (_, at) => `/src/deep/sibling-${at}`),
      moreSiblings: drawn.moreSiblings,
      decisions: drawn.entries.map(entry).sort((a, b) => (a.date < b.date ? 1 : -1)),
      related: drawn.related.map(({ why, description, content }, at) => ({
        from: path,
        to: `/other/${at}`,
        why,
        origin: 'given',
        target: { description, content, isScope: false },
      })),
    };
  });

describe('laws of context files', () => {
  const key = ({ kind, id }: { kind: string; id: string }): string => `${kind} ${id}`;

  it('every input is in the file or in its list of cuts, and shortened ones in both', () => {
    fc.assert(
      fc.property(inputs, fc.constantFrom(...TIERS), (given, tier) => {
        const file = render(given, tier);
        const [included, cuts] = [file.included.map(key), file.cuts.map(key)];
        expect([...new Set([...included, ...cuts])].sort()).toEqual(piecesOf(given, tier).map(key).sort());
        const both = included.filter((one) => cuts.includes(one));
        expect(both.sort()).toEqual(
          file.cuts
            .filter(({ shortened }) => shortened)
            .map(key)
            .sort(),
        );
        const listed = file.text.slice(file.text.lastIndexOf('## Cut'));
        for (const reason of new Set(file.cuts.map((cut) => cut.shortened || cut.reason)))
          expect(listed, String(reason)).toMatch(/^- (Not in this tier|Beyond the last few|No room|Cut short|By their first line only): /m);
      }),
      { numRuns: 40 },
    );
  });

  it('the budget is kept, and tokens are those of the tokenizer', () => {
    fc.assert(
      fc.property(inputs, fc.constantFrom(...TIERS), (given, tier) => {
        const file = render(given, tier);
        expect(file.tokens).toBeLessThan(TIER_BUDGETS[tier] ?? Number.POSITIVE_INFINITY);
        expect(file.sections.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(file.tokens);
        if (!/\S{300,}/.test(file.text)) expect(file.tokens).toBe(real(file.text));
      }),
      { numRuns: 40 },
    );
  });

  it('equal inputs give equal bytes but for the time line, and no tier depends on when it was built', () => {
    fc.assert(
      fc.property(inputs, fc.constantFrom(...TIERS), fc.integer({ min: 0, max: 4_000_000_000_000 }), (given, tier, at) => {
        const [one, other] = [render(given, tier), render(structuredClone(given), tier, at)];
        const lines = (text: string): string[] => text.split('\n');
        const different = lines(one.text).flatMap((line, index) => (line === lines(other.text)[index] ? [] : [line]));
        expect(different.every((line) => line.startsWith('> Generated: '))).toBe(true);
        expect(other.tokens).toBe(one.tokens);
      }),
      { numRuns: 20 },
    );
  });

  it('deep cuts nothing but siblings and scopes beyond those that are looked at', () => {
    fc.assert(
      fc.property(inputs, (given) => {
        expect(render(given, 'deep').cuts).toHaveLength(Number(given.moreSiblings > 0) + Number(given.moreScopes > 0));
      }),
      { numRuns: 20 },
    );
  });

  it('a budget is used: what was cut for want of room would not have fitted', () => {
    fc.assert(
      fc.property(inputs, (given) => {
        const file = render(given, 'standard');
        const smallest = Math.min(
          ...file.cuts
            .filter(({ reason, tokens, shortened }) => reason === 'budget' && tokens !== null && !shortened)
            .map(({ tokens }) => tokens ?? 0),
        );
        if (Number.isFinite(smallest)) expect(file.tokens + smallest).toBeGreaterThan(2000 - 700);
      }),
      { numRuns: 20 },
    );
  });

  it('a path as long as a disk allows leaves the budget whole', () => {
    const path = `/${Array<string>(15).fill('語𝒳'.repeat(40)).join('/')}`;
    const given = fc.sample(inputs, 1)[0] ?? expect.fail();
    for (const tier of TIERS)
      expect(render({ ...given, folder: { ...given.folder, path } }, tier).tokens).toBeLessThan(
        TIER_BUDGETS[tier] ?? Number.POSITIVE_INFINITY,
      );
  });
});

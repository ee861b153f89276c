import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TIERS } from '../../../shared/model/float-kinds.ts';
import { baseName, contextName, nameKey, parseContextName } from './names.ts';

const SPECIAL = [
  '-',
  '--',
  '---',
  '.',
  '..a',
  '%',
  '~',
  '_root',
  'con',
  'CON',
  'nul.txt',
  'COM¹',
  ' ',
  'a:b',
  'e\u0301',
  'é',
  '\u202e',
  'Å',
  'ß',
  'SS',
];
const segment = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...SPECIAL) },
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.string({ maxLength: 6 }),
    ),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  .map((parts) => parts.join(''))
  .filter((text) => text !== '' && text !== '.' && text !== '..' && !/[/\0]/.test(text) && text.isWellFormed());
const path = fc.array(segment, { maxLength: 5 }).map((segments) => `/${segments.join('/')}`);
const tier = fc.constantFrom(...TIERS);

describe('names of context files', () => {
  it('read as the seed writes them', () => {
    expect(contextName('/', 'full')).toBe('_root.full.md');
    expect(contextName('/src/auth', 'standard')).toBe('src--auth.standard.md');
    expect(contextName('/packages/web-app', 'deep')).toBe('packages--web-app.deep.md');
    expect(contextName('/src/документы/日本', 'minimal')).toBe('src--документы--日本.minimal.md');
  });

  it.each([
    ['/a--b', 'a-%2Db'],
    ['/a---b', 'a-%2D-b'],
    ['/a/-b', 'a--%2Db'],
    ['/a-/b', 'a%2D--b'],
    ['/-', '%2D'],
    ['/--', '%2D%2D'],
    ['/_root', '%5Froot'],
    ['/con', '%63on'],
    ['/con.d', '%63on.d'],
    ['/con/x', 'con--x'],
    ['/50%', '50%25'],
    ['/a:b', 'a%3Ab'],
    ['/e\u0301', 'e%CC%81'],
  ])('%s is %s', (folder, base) => {
    expect(baseName(folder)).toBe(base);
  });

  it('come back as the folder they name, and no other folder has them', () => {
    fc.assert(
      fc.property(path, tier, fc.boolean(), (folder, tier, exact) => {
        const name = contextName(folder, tier, exact);
        const parsed = parseContextName(name);
        expect(parsed?.tier).toBe(tier);
        if (parsed?.path !== null) expect(parsed?.path).toBe(folder);
        else expect(Buffer.byteLength(contextName(folder, 'standard'))).toBeGreaterThan(200);
      }),
      { numRuns: 1000 },
    );
  });

  it('are names on every system', () => {
    fc.assert(
      fc.property(path, tier, fc.boolean(), (folder, tier, exact) => {
        const name = contextName(folder, tier, exact);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
        expect(name).toBe(name.normalize('NFC'));
        expect(name).not.toMatch(/[<>:"/\\|?*]|\p{Cc}|\p{Cf}|^(con|prn|aux|nul|(com|lpt)[0-9¹²³]|conin\$|conout\$) *\.|^-|[. ]$/iu);
      }),
      { numRuns: 1000 },
    );
  });

  it('of other folders are other names, and other even without case where they are exact', () => {
    fc.assert(
      fc.property(path, path, tier, (a, b, tier) => {
        fc.pre(a !== b);
        expect(contextName(a, tier)).not.toBe(contextName(b, tier));
        if (nameKey(a) === nameKey(b)) expect(contextName(a, tier, true).toLowerCase()).not.toBe(contextName(b, tier, true).toLowerCase());
      }),
    );
    expect(nameKey('/Src')).toBe(nameKey('/src'));
    expect(nameKey('/straße')).toBe(nameKey('/STRASSE'));
    expect(contextName('/Src', 'full', true)).toMatch(/^Src~[0-9a-f]{16}\.full\.md$/);
  });

  it('of any text are read back to exactly that text, or are nobody’s', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fc.constantFrom('a', '-', '%', '2', 'D', '~', '.', '/', 'B')).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, tier, (text, tier) => {
        const parsed = parseContextName(`${text}.${tier}.md`);
        if (parsed?.path != null) expect(contextName(parsed.path, tier, text.includes('~'))).toBe(`${text}.${tier}.md`);
      }),
      { numRuns: 1000 },
    );
    for (const name of [
      'a.md',
      'decisions.md',
      'a.huge.md',
      'a---b.full.md',
      'a--.full.md',
      '%2E%2E.full.md',
      '%zz.full.md',
      'a%2Fb.full.md',
      '.full.md',
      'a~1.full.md',
    ])
      expect(parseContextName(name)).toBeNull();
  });

  it('too long for a disk keep their beginning and a tail that is theirs', () => {
    const long = `/${'ж'.repeat(120)}/${'x'.repeat(200)}`;
    const name = contextName(long, 'standard');
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
    expect(name).toMatch(/^ж+~~[0-9a-f]{16}\.standard\.md$/);
    expect(parseContextName(name)).toEqual({ tier: 'standard', base: baseName(long), path: null });
    expect(contextName(`${long}y`, 'standard')).not.toBe(name);
  });

  it('refuse half a character', () => {
    expect(() => contextName('/\ud800', 'full')).toThrow('not Unicode');
  });
});

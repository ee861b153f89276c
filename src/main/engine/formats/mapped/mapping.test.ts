import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detect } from '../../testing/detect.ts';
import { tempFolder } from '../../testing/files.ts';
import { stories } from '../../testing/laws/drawing.ts';
import { nearestTo } from '../index.ts';
import type { JsonObject } from '../values.ts';
import { readMapping } from './mapping.ts';
import { pathOf, valueAt } from './path.ts';
import { proposeMapping } from './propose.ts';
import { addMapping, findMappings } from './registry.ts';
import { drawing, MILL } from './testing/drawing.ts';
import { tryMapping } from './try.ts';

const faultsOf = (value: unknown): string[] => readMapping(typeof value === 'string' ? value : JSON.stringify(value)).faults;
const [story = []] = fc.sample(stories, { seed: 3, numRuns: 1 });
const records = drawing.write(story);

const shifts = [1, 2, 3].map((at) => ({ who: at % 2 === 0 ? 'bot' : 'human', line: `shift ${at}`, mill: 'north' }));
const plain = { name: 'North', role: 'who', roles: { human: 'user', bot: 'assistant' }, content: 'line' };

describe('a mapping', () => {
  it.each<[string, unknown, RegExp[]]>([
    ['no JSON', '{"name": ', [/^It is not JSON: /]],
    ['no object', [1], [/must be one JSON object/]],
    ['nothing in it', {}, [/"name" is missing/, /"role" is missing/, /"content" is missing/]],
    ['a key that there is not', { ...MILL, contents: 'x' }, [/no key "contents"/]],
    [
      'paths that are none',
      { ...MILL, role: 'a..b', content: 7, time: 'x[y]' },
      [/"role" must be a path/, /"content" must be a path/, /"time" must be a path/],
    ],
    [
      'roles that there are not',
      { ...MILL, roles: { miller: 'boss' } },
      [/gives "miller" the role "boss"; there are user, assistant, system or tool/],
    ],
    ['usage that there is not', { ...MILL, usage: { inputs: 'a', output: '[0]' } }, [/no "inputs"/, /"usage.output" must be a path/]],
    ['a list for an object', { ...MILL, where: ['x'] }, [/"where" must be an object/]],
    ['a comparison with a list', { ...MILL, where: { kind: [1] } }, [/compares "kind" with/]],
    ['files in a folder', { ...MILL, files: '../*.jsonl' }, [/"files" must be the name of a file/]],
    ['no name', { ...MILL, name: '  ' }, [/"name" must be a text/]],
  ])('with %s is refused with a sentence for each fault', (_, value, expected) => {
    const faults = faultsOf(value);
    expect(faults).toHaveLength(expected.length);
    for (const [at, pattern] of expected.entries()) expect(faults[at]).toMatch(pattern);
    expect(readMapping(typeof value === 'string' ? value : JSON.stringify(value)).mapping).toBeNull();
  });

  it('never throws, whatever is in it', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json(),
          fc.string(),
          fc.object({ key: fc.constantFrom(...Object.keys(MILL), '__proto__') }).map((o) => JSON.stringify(o)),
        ),
        (text) => {
          const { mapping, faults } = readMapping(text);
          expect(mapping === null).toBe(faults.length > 0);
        },
      ),
    );
  });

  it('finds only what a record has of its own', () => {
    const at = (path: string, record: JsonObject) => valueAt(record, pathOf(path) ?? []);
    expect(at('a[1].b', { a: [0, { b: 'found' }] })).toBe('found');
    expect([at('constructor.name', {}), at('__proto__.x', {}), at('a.length', { a: 'text' }), at('a[9]', { a: [] })]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('says which of its paths find nothing, and which words are no role', () => {
    const { mapping } = readMapping(
      JSON.stringify({ ...MILL, files: 'other*', roles: { miller: 'user' }, usage: { input: 'grain.weight' } }),
    );
    if (mapping === null) throw new Error('a fault');
    const { fit, faults } = tryMapping(mapping, 'mill.jsonl', records);
    expect(fit).toBeLessThan(records.length);
    expect(faults).toEqual([
      '"files" does not match the name mill.jsonl.',
      '"usage.input" finds nothing: no record has grain.weight.',
      ...faults.slice(2),
    ]);
    expect(faults).toContain('"roles" does not say what "wheel" is.');
  });

  it('says where a condition matches no record, and what is not a time', () => {
    const { mapping } = readMapping(JSON.stringify({ ...plain, where: { mill: 'south' }, time: 'at' }));
    if (mapping === null) throw new Error('a fault');
    const said = shifts.map((shift, at) => ({ ...shift, at: at === 0 ? '2026-01-05T09:00:00Z' : 'at the bell' }));
    const { fit, faults } = tryMapping(mapping, 'mill.jsonl', said);
    expect([fit, faults]).toEqual([
      0,
      [
        '"where" matches no record: mill is "north" in record 1, not "south".',
        '"time" finds what is not a time: at is "at the bell" in record 2, and in 1 more.',
      ],
    ]);
  });

  it('is proposed of a log as a person would write it', () => {
    const said = records
      .filter(({ type }) => type !== drawing.strange)
      .map(
        (record) =>
          JSON.parse(
            JSON.stringify(record).replaceAll('"miller"', '"human"').replaceAll('"wheel"', '"bot"').replaceAll('"sieve"', '"tool"'),
          ) as JsonObject,
      );
    const { mapping, missing } = proposeMapping('Mill', said);
    expect(missing).toEqual([]);
    expect(mapping).toMatchObject({
      name: 'Mill',
      role: 'from.kind',
      roles: { human: 'user', bot: 'assistant' },
      content: 'body.words[0]',
      id: 'no',
      parent: 'after',
      time: 'ground_at',
      usage: { input: 'grain.in', output: 'grain.out' },
    });
    expect(faultsOf(mapping)).toEqual([]);
  });

  it.each([
    ['a time', { at: '2026-01-05T09:00:00.000Z', line: 'Rye.' }],
    ['an id', { id: 'b7c1d8a4-0000-4000-8000-000000000000', line: 'Rye.' }],
    ['a model', { model: 'mill-large-20260105', line: 'Rye.' }],
  ])('takes no column for what is said that is %s, however long it is', (_, record) => {
    const said = ['human', 'bot'].map((who, at) => ({ who, ...record, ...('id' in record && { id: `${record.id}${at}` }) }));
    expect(proposeMapping('x', said).mapping).toMatchObject({ content: 'line' });
  });

  it('takes no count of tokens for the request that it is of', () => {
    const said = ['human', 'bot', 'human', 'bot'].map((who) => ({ who, line: 'Rye.', tokens: { prompt: 9, completion: 5 } }));
    const { mapping } = proposeMapping('x', said);
    expect(mapping).toMatchObject({ usage: { input: 'tokens.prompt', output: 'tokens.completion' } });
    expect(mapping).not.toHaveProperty('step');
  });

  it('is proposed of any records without throwing, and says what it did not find', () => {
    fc.assert(
      fc.property(
        fc.array(fc.object() as fc.Arbitrary<JsonObject>, { maxLength: 20 }),
        (any) => void proposeMapping('x', JSON.parse(JSON.stringify(any))),
      ),
    );
    expect(proposeMapping('x', [{ a: 1 }]).missing).toHaveLength(2);
  });

  it('in a folder of them is read or refused one by one', () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'good.json'), JSON.stringify(MILL));
    writeFileSync(join(folder, 'bad.json'), '{}');
    writeFileSync(join(folder, 'notes.txt'), 'mine');
    expect(findMappings(folder).map(({ mapping, faults }) => [mapping?.name, faults.length])).toEqual([
      [undefined, 3],
      ['Mill', 0],
    ]);
    expect(findMappings(join(folder, 'nowhere'))).toEqual([]);
  });
});

describe('a log', () => {
  const add = (more: object) => {
    const { mapping } = readMapping(JSON.stringify({ ...plain, ...more }));
    if (mapping !== null) addMapping(mapping);
  };

  it('that nobody reads says what comes nearest and what to do; that two mappings fit is asked about', () => {
    const sample = { path: 'north.jsonl', records: shifts };
    expect(detect(sample)).toBeNull();
    expect(nearestTo(sample)).toContain('“tape formats init” proposes a mapping');
    add({ where: { mill: 'north' } });
    expect([detect(sample)?.id, detect(sample)?.doubt?.(sample)]).toEqual(['mapped', null]);
    add({ name: 'Any mill' });
    expect(detect(sample)?.doubt?.(sample)).toBe(
      'fits the mappings North and Any mill equally well: say with "files" or "where" in one of them which it is',
    );
    add({ name: 'This one', files: 'north*.jsonl' });
    expect(detect(sample)?.doubt?.(sample)).toBeNull();
  });
});

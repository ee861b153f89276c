import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Check, type CheckRule } from '../../../shared/model/index.ts';
import { openCatalog } from '../catalog/open-catalog.ts';
import type { Json } from '../formats/format.ts';
import { bringSource } from '../sources/bring-source.ts';
import { bubTape } from '../testing/bub-script.ts';
import { tempFolder, writeFile } from '../testing/files.ts';
import { stories } from '../testing/laws/drawing.ts';
import { DRAWINGS } from '../testing/laws/drawings.ts';
import { importDrawn } from '../testing/laws/drawn.ts';
import { claudeTree, jsonl, uuidOf } from '../testing/tree.ts';
import { surgeryMethods } from './surgery-methods.ts';

const still = { signal: new AbortController().signal };

const check = async (content: readonly Json[] | string, name = 'session-1.jsonl'): Promise<Check> => {
  const store = openCatalog(tempFolder());
  onTestFinished(() => store.close());
  const tape = bringSource(store.db, writeFile(tempFolder(), name, content)).source.id;
  return Check.parse(await surgeryMethods(store)['tapes.check']({ tape }, still));
};

const rule = ({ rules }: Check, name: CheckRule['rule']): CheckRule | undefined => rules.find((each) => each.rule === name);
const verdicts = ({ rules }: Check): string => rules.map(({ rule: name, verdict }) => `${name} ${verdict}`).join(', ');

describe('the contract of a transcript', () => {
  it('is kept by a session with parallel calls, a rewind and a compaction', async () => {
    const result = await check(
      claudeTree(`
        u1 "go"
          a1 call Read t1   <- step m1
            a2 call Grep t2 <- step m1
              r2 t2
            r1 t1
              a3 "done"     <- step m2
                u2 "left" > a4 "left" <- step m3
                u3 "right" @a3 > a5 "right" <- step m4
                  b1 boundary auto 1000
                    c1 summary "so far" > u4 "on" > a6 "done" <- step m5
      `),
    );
    expect(result.kept).toBe(true);
    expect(verdicts(result)).toBe('ids kept, parents kept, tools kept, roles kept, agents none, links none, lines kept');
    expect(result.shapes).toMatchObject({
      known: 14,
      looked: 14,
      unknown: [],
      versions: [{ version: '2.1.100', schema: '2.1.88 to 2.1.219', records: 14 }],
    });
  });

  it('names each offender with its line', async () => {
    const result = await check(
      claudeTree(`
        u1 "go" @gone
          a1 call Read t1 <- step m1
          r9 t9 @a1
            a2 "one" <- step m2
              a3 "two" <- step m3
        u1 "again" @a3
      `),
    );
    expect(result.kept).toBe(false);
    expect(rule(result, 'ids')?.offenders).toEqual([{ seq: 6, line: 6, text: `entry 6 has the id ${uuidOf('u1')} of entry 1` }]);
    expect(rule(result, 'parents')?.offenders).toEqual([
      { seq: 1, line: 1, text: `entry 1 names the parent ${uuidOf('gone')}, which is not in the file` },
    ]);
    expect(rule(result, 'tools')?.offenders.map(({ text }) => text)).toEqual([
      'the call Read (t1) of entry 2 has no result',
      'entry 3 answers the call t9, which was never made',
    ]);
    expect(rule(result, 'roles')?.offenders.map(({ text }) => text)).toEqual(['entries 4 and 5 are two answers in a row']);
  });

  it('tools are balanced along the active path only: an abandoned call spoils nothing', async () => {
    const result = await check(
      claudeTree('u1 "go" > a1 "ready" <- step m1\nu2 "left" @a1 > a2 call Read t1 <- step m2\nu3 "right" @a1 > a3 "done" <- step m3'),
    );
    expect(rule(result, 'tools')).toMatchObject({ verdict: 'kept', looked: 0 });
  });

  it('a sub-agent in the file is reached by its prompt', async () => {
    const session = (asked: string) =>
      claudeTree(`
      u1 "go" > a1 call Task t1 "${asked}" <- step m1 > r1 t1 > a2 "done" <- step m2
      z1 "look around" side > a9 "seen" <- step m9
    `);
    expect(rule(await check(session('look around')), 'agents')).toMatchObject({ verdict: 'kept', looked: 1 });
    expect(rule(await check(session('something else')), 'agents')).toMatchObject({ verdict: 'broken', offenders: [{ seq: 5 }] });
  });

  it('lines that cannot be read are reported', async () => {
    const [first] = claudeTree('u1 "go"');
    const result = await check(`${JSON.stringify(first)}\n{"type":"user","uu\n${JSON.stringify(first)}\n`);
    expect(rule(result, 'lines')).toMatchObject({
      verdict: 'broken',
      broken: 1,
      offenders: [{ line: 2, text: expect.stringMatching(/^line 2: /) }],
    });
  });

  it('a list has neither parents nor ids to check', async () => {
    const result = await check(
      bubTape('anchor session/start {}\nuser "go" <- run r1\nassistant "done" <- run r1'),
      '0123456789abcdef__0123456789abcdef.jsonl',
    );
    expect(verdicts(result)).toBe('ids none, parents none, tools kept, roles kept, agents none, links none, lines kept');
    expect(result.shapes).toBeNull();
  });
});

describe('of each agent', () => {
  it.each(Object.entries(DRAWINGS))('a session as %s writes it breaks no rule', async (_, drawing) => {
    for (const turns of fc.sample(stories, { numRuns: 3, seed: 5 })) {
      const known = turns.map((turn) => ({ ...turn, strange: null }));
      const { store, tape } = importDrawn(drawing, drawing.write(known));
      const { rules } = await surgeryMethods(store)['tapes.check']({ tape }, still);
      expect(rules.filter(({ verdict }) => verdict === 'broken')).toEqual([]);
    }
  });

  it('where nobody knows what a tape must be like, its lines are judged alone, and it says so', async () => {
    const drawing = DRAWINGS.wirelog;
    const [turns = []] = fc.sample(stories, { numRuns: 1, seed: 5 });
    const { store, tape } = importDrawn(drawing, drawing.write(turns));
    const result = await surgeryMethods(store)['tapes.check']({ tape }, still);
    expect(result.unknown).toBe('It is what was sent, legal or not.');
    expect(result.rules.filter(({ verdict }) => verdict !== 'none').map(({ rule: name }) => name)).toEqual(['lines']);
  });
});

describe('shapes', () => {
  const met = async (drawing: string): Promise<string[]> =>
    (await check(claudeTree(drawing))).shapes?.unknown.map(({ what, name }) => `${what} ${name}`) ?? [];

  it('what no schema has is reported, and breaks nothing', async () => {
    const result = await check(
      claudeTree(`
        u1 "go" {"hologram":1} > a1 "done" {"message":{"id":"m1","role":"assistant","content":[{"type":"smell","text":"?"}]}}
        s1 system reticulated
        w1 hologram
      `),
    );
    expect(result.kept).toBe(true);
    expect(result.shapes).toMatchObject({ known: 0, looked: 4 });
    expect(result.shapes?.unknown.map(({ what, name, first }) => [what, name, first.seq])).toEqual([
      ['field', 'user.hologram', 1],
      ['value', 'assistant.message.content.type = smell', 2],
      ['value', 'system.subtype = reticulated', 3],
      ['type', 'hologram', 4],
    ]);
  });

  it('a value that is not text is reported as what it is, however deep', async () => {
    const log = jsonl(claudeTree('u1 "go" > a1 "done"\ns1 system deep\ns2 system odd'));
    const deep = `${'['.repeat(9000)}${']'.repeat(9000)}`;
    const { shapes } = await check(
      log.replace('"subtype":"deep"', `"subtype":${deep}`).replace('"subtype":"odd"', '"subtype":{"toString":1}'),
    );
    expect(shapes?.unknown.map(({ name }) => name)).toEqual(['system.subtype = an array', 'system.subtype = an object']);
  });

  it('no record of a version that nobody has seen is known for its version', async () => {
    const result = await check(claudeTree('u1 "go" {"version":"3.7.0"} > a1 "done" {"version":"3.7.0"} > u2 "on" {"version":"2.1.100"}'));
    expect(result.shapes).toMatchObject({ known: 1, looked: 3 });
    expect(result.shapes?.unknown.map(({ what, name, count }) => [what, name, count])).toEqual([['version', '3.7.0', 2]]);
  });

  it('a field is known from the version on that brought it', async () => {
    expect(await met('u1 "go" {"permissionMode":"plan"}')).toEqual([]);
    expect(await met('u1 "go" version 2.0.10 {"permissionMode":"plan"}')).toEqual(['field user.permissionMode']);
  });

  it('a type is known in its versions only', async () => {
    expect(await met('u1 "go" version 2.1.20 > p1 progress t1 version 2.1.20')).toEqual([]);
    expect(await met('u1 "go" version 2.1.200 > p1 progress t1 version 2.1.200')).toEqual(['type progress']);
  });

  it('a version that nobody has seen is held against the nearest schema, and told', async () => {
    expect(await met('u1 "go" version 2.4.0 > a1 "done" version 2.4.0')).toEqual(['version 2.4.0']);
    expect(await met('u1 "go" version nightly')).toEqual(['version nightly']);
  });

  it('what is missing or of another type is reported', async () => {
    expect(await met('u1 "go" {"cwd":7,"message":{"role":"user"}}')).toEqual([
      'shape user.cwd must be string',
      'shape user.message without content',
    ]);
  });
});

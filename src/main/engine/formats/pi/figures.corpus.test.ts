import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ImportedTape, importFile } from '../../views/testing/imported.ts';

const corpus = process.env.TAPESCOPE_CORPUS ?? '';
const filesIn = (...patterns: string[]): string[] => (corpus === '' ? [] : globSync(patterns, { cwd: corpus }).sort());

/** Fixtures of another program, and files that are not sessions. */
const isSession = (name: string): boolean => !/Dicklesworthstone|\.trajectory/.test(name);

const KINDS = {
  'pi, real': filesIn('pi/*.jsonl').filter(isSession),
  'OpenClaw, real': filesIn('openclaw/*.jsonl').filter(isSession),
  'pi of the lab': filesIn('lab/pi/*/log/**/*.jsonl'),
};

/** What reading the corpus comes to. A change of a reader changes it. */
const FIGURES: Record<keyof typeof KINDS, object> = {
  'pi, real': {
    ...{ tapes: 22, entries: 3947, steps: 1773, unread: 1, unknown: 2, compactions: 7, branches: 2 },
    ...{ input: 167_400_189, output: 336_295 },
  },
  'OpenClaw, real': { tapes: 6, entries: 709, steps: 300, unread: 0, unknown: 0, compactions: 3, branches: 0, input: 0, output: 0 },
  'pi of the lab': {
    tapes: 13,
    entries: 366,
    steps: 125,
    unread: 0,
    unknown: 0,
    compactions: 6,
    branches: 4,
    input: 408_375,
    output: 6567,
  },
};

type Tokens = Partial<Record<'input' | 'output' | 'cacheRead' | 'cacheWrite', number>>;
type Raw = { usage?: Tokens; message?: { role?: string; usage?: Tokens } } | null;

const tokensIn = ({ input = 0, output = 0, cacheRead = 0, cacheWrite = 0 }: Tokens = {}): number => input + output + cacheRead + cacheWrite;

/** One answer is one request; summaries have their usage next to their text. Some lines hold two records; what is torn says nothing. */
const countOf = (file: string): { answers: number; used: number } => {
  const records = readFileSync(file, 'utf8')
    .split(/\n|(?<=\})(?=\{"type":"\w+","timestamp":)/)
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as Raw];
      } catch {
        return [];
      }
    });
  const used = records.reduce((sum, record) => sum + tokensIn(record?.message?.usage) + tokensIn(record?.usage), 0);
  return { answers: records.filter((record) => record?.message?.role === 'assistant').length, used };
};

const eachTape = async (kind: keyof typeof KINDS, look: (tape: ImportedTape, name: string) => Promise<void> | void): Promise<void> => {
  for (const name of KINDS[kind]) {
    const tape = importFile(join(corpus, name));
    await Promise.resolve(look(tape, name)).catch((failure: unknown) => {
      throw new Error(name, { cause: failure });
    });
    tape.store.close();
  }
};

describe.skipIf(corpus === '').each(Object.keys(KINDS) as (keyof typeof KINDS)[])('%s (TAPESCOPE_CORPUS)', (kind) => {
  it('is read whole, and comes to the same as before', async () => {
    const sum = { tapes: 0, entries: 0, steps: 0, unread: 0, unknown: 0, compactions: 0, branches: 0, input: 0, output: 0 };
    await eachTape(kind, ({ store: { catalog }, tape: id }) => {
      const { lines, unknownTypes } = catalog.receipt(id);
      expect(lines.withEntries + lines.blank + lines.unreadable).toBe(lines.total);
      const tape = catalog.tape(id);
      sum.tapes += 1;
      sum.entries += tape.entries;
      sum.steps += tape.steps;
      sum.unread += lines.unreadable;
      sum.unknown += Object.values(unknownTypes).reduce((total, many) => total + many, 0);
      sum.compactions += catalog.anchors(id).filter(({ type }) => type === 'compaction').length;
      sum.branches += tape.branches;
      sum.input += tape.usage.input + tape.usage.cacheRead + tape.usage.cacheWrite;
      sum.output += tape.usage.output;
    });
    expect(sum).toEqual(FIGURES[kind]);
  });

  it('has the steps and the usage that its lines have, counted without the reader', async () => {
    await eachTape(kind, ({ store: { catalog }, tape: id }, name) => {
      const { answers, used } = countOf(join(corpus, name));
      const { steps, usage, copied } = catalog.tape(id);
      expect(steps).toBe(answers);
      expect(tokensIn(usage) + tokensIn(copied?.usage)).toBe(used);
    });
  });
});

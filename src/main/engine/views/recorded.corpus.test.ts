import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type View, View as ViewSchema } from '../../../shared/model/index.ts';
import { parsePolicy } from '../../../shared/model/policy.ts';
import type { JsonObject } from '../formats/format.ts';
import { sentOf } from './methods.ts';
import { type ImportedTape, importFile } from './testing/imported.ts';

const corpus = process.env.TAPESCOPE_CORPUS ?? '';
const LAB = 'lab/claude-code';
const sessions = corpus === '' ? [] : globSync(`${LAB}/2.1.330-*`, { cwd: corpus }).sort();

interface Join {
  n: number;
  /** Lines of the answer, in each file that has it: a session that was forked copies it. */
  found: { file: string; line: number }[];
}

interface Body {
  [key: string]: unknown;
  messages: JsonObject[];
  system: JsonObject[];
  tools: JsonObject[];
}

/** A request as it was sent. What repeats an earlier request is stored there once. */
const bodyOf = (folder: string, n: number): Body => {
  const read = (file: string): Body => JSON.parse(readFileSync(join(folder, 'requests', file), 'utf8'));
  const body = read(`${String(n).padStart(4, '0')}.request.json`);
  for (const key of ['system', 'tools'] as const) {
    const same = (body[key] as unknown as { $same_as?: string }).$same_as;
    if (same !== undefined) body[key] = read(same)[key];
  }
  return body;
};

/** The program keeps what says who pays, and to whom an answer streams, out of its log. */
const UNLOGGED = ['metadata', 'stream'];
const isBilling = ({ text }: JsonObject): boolean => typeof text === 'string' && text.startsWith('x-anthropic-billing-header:');

const parametersOf = (body: Body): JsonObject =>
  Object.fromEntries(Object.entries(body).filter(([key]) => !['messages', 'system', 'tools', ...UNLOGGED].includes(key))) as JsonObject;

const betasOf = (folder: string, n: number): string[] => {
  const lines = readFileSync(join(folder, 'requests', 'requests.jsonl'), 'utf8')
    .split('\n')
    .filter(Boolean);
  const all = lines.map((line) => JSON.parse(line) as { n: number; headers: Record<string, string> });
  return all.find((one) => one.n === n)?.headers['anthropic-beta']?.split(',') ?? [];
};

const stepAt = ({ store, tape }: ImportedTape, line: number): number => {
  const row = store.catalog.page(tape, 1, 1_000_000).items.find((one) => one.line === line);
  return row?.step ?? 0;
};

/** How often each entry before the step is in a block or an omission. */
const told = (view: View): number[] => {
  const times = new Array<number>(view.before - 1).fill(0);
  const tell = (seq: number): void => {
    times[seq - 1] = (times[seq - 1] ?? 0) + 1;
  };
  for (const { entries } of view.blocks) for (const seq of entries) tell(seq);
  for (const { entries } of view.omissions) for (const [from, to] of entries) for (let seq = from; seq <= to; seq += 1) tell(seq);
  return times;
};

const partsIn = (content: unknown): number => (Array.isArray(content) ? content.length : 1);

describe.skipIf(corpus === '')('contexts rebuilt from requests that Claude Code logged (TAPESCOPE_CORPUS)', () => {
  it.each(sessions)('%s: each is the request that was sent', async (session) => {
    const folder = join(corpus, session);
    const { joins } = JSON.parse(readFileSync(join(folder, 'meta.json'), 'utf8')) as { joins: Join[] };
    const tapes = new Map<string, ImportedTape>();
    const tapeOf = (file: string): ImportedTape => {
      const held = tapes.get(file) ?? importFile(join(folder, 'transcripts', file));
      tapes.set(file, held);
      return held;
    };
    for (const { n, found } of joins) {
      const [first, ...copies] = found;
      if (!first) continue;
      const imported = tapeOf(first.file);
      const step = stepAt(imported, first.line);
      const body = bodyOf(folder, n);
      const sent = await sentOf(imported.rim, imported.tape, { step }, parsePolicy('as-recorded'));
      expect(sent.messages, `${session} request ${n}`).toEqual(body.messages);
      expect(sent.tools).toEqual(body.tools);
      expect(sent.system).toEqual(body.system.filter((block) => !isBilling(block)));
      // The program logs the betas among the parameters, and sends them in a header.
      const { betas, ...parameters } = sent.parameters ?? {};
      expect(parameters).toEqual(parametersOf(body));
      expect(betas).toEqual(betasOf(folder, n));

      const view = ViewSchema.parse(await imported.view(step));
      expect(view.evidence.state).toBe('recorded');
      expect(told(view).every((times) => times === 1)).toBe(true);
      const kinds = (kind: string): number => view.blocks.filter((block) => block.kind === kind).length;
      expect([kinds('tool'), kinds('system'), kinds('parameters')]).toEqual([body.tools.length, sent.system?.length, 1]);
      const wire = body.messages.reduce((sum, { content }) => sum + partsIn(content), 0);
      const shown = view.blocks.filter(({ kind }) => !['tool', 'system', 'parameters', 'cache-mark'].includes(kind));
      // An attachment that became several blocks in a row is one block of the view.
      expect(shown.length).toBeLessThanOrEqual(wire);
      // Nearly all that was said is an entry of the log: the rest is what the program adds on the way.
      expect(shown.filter(({ entries }) => entries.length === 0).length).toBeLessThanOrEqual(2);

      // A session that was forked has the answers of the one that it was forked from, and none of its requests.
      for (const copy of copies) {
        const other = tapeOf(copy.file);
        const derived = await other.view(stepAt(other, copy.line));
        expect(derived.evidence.state).toBe('derived');
        expect(derived.warnings.join(' ')).not.toContain('request');
      }
    }
    for (const { store } of tapes.values()) store.close();
  });

  it('a request that failed is the context of the line that says so', async () => {
    const folder = join(corpus, LAB, '2.1.330-retries-a');
    const [file = ''] = globSync('transcripts/**/*.jsonl', { cwd: folder });
    const imported = importFile(join(folder, file));
    const { items } = imported.store.catalog.steps(imported.tape, 1, 1000);
    const [failed] = items.filter((step) => step.synthetic && step.failed);
    const sent = await sentOf(imported.rim, imported.tape, { step: failed?.step ?? 0 }, parsePolicy('as-recorded'));
    // The last of four attempts, after which the program gave up.
    expect(sent.messages).toEqual(bodyOf(folder, 14).messages);
    imported.store.close();
  });
});

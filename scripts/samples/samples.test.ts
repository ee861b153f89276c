import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { draftsOf } from '../../src/main/engine/formats/draft.ts';
import type { Draft, Json } from '../../src/main/engine/formats/format.ts';
import { formatById } from '../../src/main/engine/formats/index.ts';
import type { LineEnd } from '../../src/main/engine/formats/lines.ts';
import { detect } from '../../src/main/engine/testing/detect.ts';
import { readLines } from '../../src/main/engine/testing/lines.ts';
import type { Problem } from '../../src/shared/model/index.ts';
import { Flag, has } from '../../src/shared/model/vocabulary.ts';
import { sampleFiles } from './all.ts';

const ROOT = fileURLToPath(new URL('../../resources/samples', import.meta.url));

let files: Map<string, string>;
beforeAll(() => {
  files = sampleFiles();
});

const committed = (): string[] =>
  readdirSync(ROOT, { recursive: true, withFileTypes: true })
    .filter((found) => found.isFile())
    .map((found) => relative(ROOT, join(found.parentPath, found.name)).split(sep).join('/'));

interface Read {
  path: string;
  format: string | null;
  records: Json[];
  drafts: Draft[];
  problems: Problem[];
  end: LineEnd;
}

function read(path: string): Read {
  const { records, problems, end } = readLines(join(ROOT, path));
  const format = detect({ path, records: records.slice(0, 30) });
  return {
    path,
    format: format?.id ?? null,
    records,
    drafts: records.flatMap((record) => draftsOf(formatById(format?.id ?? '').read(record))),
    problems,
    end,
  };
}

const tapes = (): Read[] =>
  committed()
    .filter((path) => path.includes('.jsonl'))
    .map(read);

const find = (wanted: (tape: Read) => boolean): Read => {
  const found = tapes().find(wanted);
  if (!found) throw new Error('no such sample');
  return found;
};

/** By the folder that a sample is in. */
const FORMATS: Readonly<Record<string, string>> = { bub: 'bub', claude: 'claude-code', codex: 'codex', pi: 'pi' };

describe('the sample tapes', () => {
  it('are what the script writes, byte for byte', () => {
    expect(committed().sort()).toEqual([...files.keys()].sort());
    for (const [path, content] of files)
      expect(readFileSync(join(ROOT, path), 'utf8') === content, `${path}: run node scripts/samples.ts`).toBe(true);
  });

  it('are taken for what they are, and agree with themselves', () => {
    for (const tape of tapes()) {
      expect(tape.format, tape.path).toBe(FORMATS[tape.path.split('/')[0] ?? '']);
      const calls = tape.drafts.flatMap((draft) => draft.calls.map((call) => call.id));
      expect(new Set(calls).size, tape.path).toBe(calls.length);
      if (tape.problems.length > 0) continue;
      const ids = new Set(tape.drafts.map((draft) => draft.id));
      for (const draft of tape.drafts) expect(draft.parent === null || ids.has(draft.parent), `${tape.path} ${draft.id}`).toBe(true);
      expect(tape.drafts.flatMap((draft) => draft.results).every((id) => calls.includes(id))).toBe(true);
    }
  });

  it('name nothing of the machine that wrote them', () => {
    for (const [path, content] of files) expect(/\/(work|tmp|root)\//.test(content), path).toBe(false);
  });
});

describe('the main Claude sample', () => {
  const main = () => find((tape) => tape.format === 'claude-code' && tape.drafts.some((draft) => draft.compaction !== null));

  it('has a curve: it rises to 160,000 tokens and begins again after the compaction', () => {
    const usage = new Map<string, number>();
    for (const { step, usage: one } of main().drafts) if (step && one) usage.set(step, one.input + one.cacheRead + one.cacheWrite);
    const sizes = [...usage.values()];
    expect(sizes.length).toBeGreaterThan(110);
    expect(Math.max(...sizes)).toBeGreaterThan(155_000);
    expect(Math.max(...sizes)).toBeLessThan(200_000);
    const drop = sizes.findIndex((size, at) => at > 0 && size < (sizes[at - 1] ?? 0) / 4);
    expect(sizes.slice(drop).at(-1) ?? 0).toBeGreaterThan(60_000);
    expect(main().drafts.find((draft) => draft.compaction)?.compaction?.preTokens).toBeGreaterThan(160_000);
  });

  it('records what its text weighs: the unaccounted rest stays that of the system prompt', () => {
    const { drafts } = main();
    const boundary = drafts.findIndex((draft) => draft.compaction !== null);
    const chars = drafts.slice(boundary).reduce((sum, draft) => sum + (has(draft.flags, Flag.Sent) ? draft.chars : 0), 0);
    const last = drafts.findLast((draft) => draft.usage !== null)?.usage;
    const recorded = (last?.input ?? 0) + (last?.cacheRead ?? 0) + (last?.cacheWrite ?? 0);
    expect(recorded - chars / 2.8).toBeGreaterThan(12_000);
    expect(recorded - chars / 2.8).toBeLessThan(30_000);
  });

  it('holds one of everything that the window has to show', () => {
    const { drafts, records } = main();
    const children = Map.groupBy(
      drafts.filter((draft) => draft.parent !== null),
      (draft) => draft.parent,
    );
    const rewinds = [...children.values()].filter((siblings) => siblings.filter((draft) => has(draft.flags, Flag.Prompt)).length > 1);
    expect(rewinds).toHaveLength(1);
    const parallel = [...children.values()].filter(
      (siblings) => siblings.some((one) => one.kind === 'tool_call') && siblings.some((one) => one.kind === 'tool_result'),
    );
    expect(parallel.length).toBeGreaterThan(20);
    for (const flag of [
      Flag.Summary,
      Flag.Queued,
      Flag.Notification,
      Flag.Thinking,
      Flag.Failed,
      Flag.Unknown,
      Flag.Synthetic,
      Flag.Sidecar,
      Flag.Meta,
    ]) {
      expect(drafts.filter((draft) => has(draft.flags, flag)).length).toBeGreaterThan(0);
    }
    expect(drafts.filter((draft) => draft.kind === 'tool_result' && has(draft.flags, Flag.Failed)).length).toBeGreaterThan(6);
    expect(drafts.findLast((draft) => draft.facts?.titleRank === 2)?.facts?.title).toContain('Tide tables');
    expect(JSON.stringify(formatById('claude-code').messages(records))).toContain('Maartje');
  });

  it('starts a sub-agent whose file is in the nested layout, with its description', () => {
    const spawn = main().drafts.flatMap((draft) => draft.facts?.spawns ?? []);
    const agent = find((tape) => tape.path.includes('/subagents/'));
    const located = formatById('claude-code').locate(agent.path);
    expect(spawn.map((one) => one.agent)).toContain(located.agent);
    expect(agent.drafts.every((draft) => has(draft.flags, Flag.Sidechain) && draft.facts?.agent === located.agent)).toBe(true);
    expect(committed()).toContain(agent.path.replace('.jsonl', '.meta.json'));
    const prompts = main().drafts.flatMap((draft) => draft.calls.map((call) => call.prompt));
    expect(prompts).toContain(agent.drafts[0]?.facts?.prompt);
  });
});

describe('the Bub samples', () => {
  const tape = () => find((one) => /__[0-9a-f]{16}\.jsonl$/.test(one.path) && one.path.startsWith('bub/'));

  it('lose a handoff, keep the next one, and go on after both', () => {
    const { drafts } = tape();
    const anchors = drafts.flatMap((draft, at) => (draft.anchor ? [{ name: draft.anchor.name, at }] : []));
    expect(anchors.map((anchor) => anchor.name)).toEqual([
      'session/start',
      'phase/columns',
      'phase/rules',
      'auto_handoff/context_overflow',
    ]);
    for (const { at } of anchors) expect(drafts.slice(at).filter((draft) => draft.usage !== null).length).toBeGreaterThan(1);
    const kept = drafts.slice((anchors[2]?.at ?? 0) + 1).find((draft) => draft.kind === 'tool_call');
    expect(kept?.label).toBe('tape_handoff');
    expect(new Set(drafts.map((draft) => draft.step).filter(Boolean)).size).toBeGreaterThan(15);
    expect(drafts.some((draft) => has(draft.flags, Flag.Failed))).toBe(true);
  });

  it('name the archive they continue and the sidecar they spilled to', () => {
    const main = tape();
    const others = tapes().filter((one) => one.path.startsWith('bub/') && one.path !== main.path);
    const located = others.map((one) => formatById('bub').locate(one.path));
    expect(located.map((one) => one.relation).sort()).toEqual(['archive', 'spill']);
    expect(located.every((one) => one.parentFile === main.path)).toBe(true);
    const archived = main.drafts.map((draft) => draft.facts?.archived).find((name) => name !== undefined);
    expect(others.some((one) => archived?.endsWith(one.path.split('/').at(-1) ?? '?'))).toBe(true);
  });
});

describe('the samples of Codex and pi', () => {
  const of = (format: string) => find((tape) => tape.format === format).drafts;

  it('are of the same project, and end what they began', () => {
    for (const format of ['codex', 'pi']) {
      const drafts = of(format);
      expect(drafts.map(({ facts }) => facts?.cwd).find(Boolean)).toBe('/home/ines/src/sluice');
      const calls = drafts.flatMap((draft) => draft.calls.map(({ id }) => id));
      expect(calls.length).toBeGreaterThan(12);
      expect(drafts.flatMap((draft) => draft.results).sort()).toEqual(calls.sort());
    }
  });

  it('show what only these agents log: a history that begins again, a branch that was left, an entry that is sent otherwise', () => {
    expect(of('codex').filter((draft) => draft.compaction !== null)).toHaveLength(1);
    expect(of('codex').filter((draft) => has(draft.flags, Flag.Thinking)).length).toBeGreaterThan(2);
    const pi = of('pi');
    const label = (kind: string) => pi.filter((draft) => draft.kind === kind).map((draft) => draft.label);
    expect(label('branch_summary')).toHaveLength(1);
    expect(label('context_edit')).toEqual([expect.stringMatching(/^replaces /)]);
    expect(label('label')).toEqual(['they wait at lock 2']);
    expect(label('model_change')).toEqual(['claude-sonnet-4-5', 'claude-haiku-4-5']);
    expect(pi.findLast((draft) => draft.facts?.titleRank === 4)?.label).toContain('Where ships wait');
  });
});

describe('the broken sample', () => {
  it('has every kind of damage once, and its sums close', () => {
    const { problems, end, drafts } = find((tape) => tape.problems.length > 0);
    expect(end.counts).toMatchObject({ blank: 1, repaired: 3, unreadable: 4 });
    expect(end.counts.total).toBe(end.counts.withEntries + end.counts.blank + end.counts.unreadable);
    expect(problems.map((problem) => problem.reason)).toEqual([
      '2 records on one line',
      'NUL bytes were removed',
      'a torn copy next to the whole record was set aside',
      'its record is cut off',
      'it is not JSON',
      'its record is cut off',
      'it is JSON, but a number where a record was expected',
      'its record is cut off',
    ]);
    expect(drafts.filter((draft) => has(draft.flags, Flag.Unknown))).toMatchObject([{ kind: 'power-report' }]);
  });
});

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../values.ts';
import { historyOf, type HistoryRow } from './history.ts';
import { messages } from './messages.ts';
import { part, read } from './read.ts';
import { type Run, type Sent, plain, runsIn } from './testing/lab.ts';
import { begin, next } from './thread.ts';

const corpus = process.env.TAPESCOPE_CORPUS ?? '';

interface Row extends HistoryRow {
  record: JsonObject;
  step: string | null;
}

function rowsOf(lines: { record: JsonObject; line: number }[]): (Row & { line: number })[] {
  const state = begin();
  const rows: (Row & { line: number })[] = [];
  for (const { record, line } of lines) {
    for (const [k, draft] of read(record).entries()) {
      const seq = rows.length + 1;
      const change = next(state, { seq, kind: draft.kind, time: draft.time, hint: draft.hint ?? null });
      rows.push({
        seq, kind: draft.kind, role: draft.role, label: draft.label, chars: draft.chars,
        flags: draft.flags | (change?.flags ?? 0), record: part(record, k), step: change?.step ?? null, line,
      });
    }
  }
  return rows;
}

const cache = new Map<object, (Row & { line: number })[]>();

function rowsFor(run: Run, at: NonNullable<Sent['at']>) {
  const { rollout } = at;
  const known = cache.get(rollout);
  if (known) return known;
  const linesOf = (r: typeof rollout, own: boolean): { record: JsonObject; line: number }[] => {
    const list = r.lines.flatMap((record, i) => (record ? [{ record, line: own ? i + 1 : -1 }] : []));
    const base = ((list[0]?.record.payload as JsonObject)?.history_base ?? null) as { thread_id: string; end_ordinal_exclusive: number } | null;
    if (!base) return list;
    const source = run.rollouts.find((x) => x.path.includes(base.thread_id) && x.path.split('.jsonl')[0]?.endsWith(base.thread_id));
    if (!source) throw new Error('no base');
    const prefix = linesOf(source, false).filter(({ record }) => (record.ordinal as number) < base.end_ordinal_exclusive && record.type !== 'session_meta').map((x) => ({ ...x, line: -1 }));
    return [list[0]!, ...prefix, ...list.slice(1)];
  };
  const rows = rowsOf(linesOf(rollout, true));
  cache.set(rollout, rows);
  return rows;
}

describe.skipIf(corpus === '')('core', () => {
  const tally = new Map<string, number[]>();
  it.each(runsIn(join(corpus, 'lab/codex')))('$name', (run) => {
    const problems: string[] = [];
    for (const sent of run.requests) {
      if (!sent.at) { problems.push(`${sent.n} not joined`); continue; }
      const rows = rowsFor(run, sent.at);
      const row = rows.find((r) => r.line === sent.at?.line);
      const step = row?.step;
      if (!step) { problems.push(`${sent.n} no step at line ${sent.at.line}`); continue; }
      const own = rows.filter((r) => r.step === step);
      const first = own[0]!;
      const { items } = historyOf(rows.slice(0, first.seq - 1));
      const marker = ['compacted', 'event_msg', 'token_usage_record'].includes(String(first.record.type)) && own.some(r => r.record.type === 'compacted') ? [first.record] : [];
      const got = messages([...items.map((i) => (i as Row).record), ...marker]).map(plain);
      let want = sent.input.map(plain);
      const lead = sent.input.slice(0, 3).filter((i) => i.role === 'developer' && !got.includes(plain(i)) && !('instructions' in sent.body)).slice(0, 2);
      want = want.filter((_, i) => !lead.includes(sent.input[i]!));
      if (sent.summing && /compaction_trigger|CONTEXT CHECKPOINT/.test(want.at(-1) ?? '')) want.pop();
      const t = tally.get(run.version) ?? [0, 0, 0];
      t[0]! += 1;
      if (JSON.stringify(got) === JSON.stringify(want)) { t[1]! += 1; t[2]! += got.length; }
      else {
        const at = want.findIndex((x, i) => x !== got[i]);
        problems.push(`${sent.n} line ${sent.at.line} sent ${want.length} got ${got.length} at ${at}\n  W ${want[at]?.slice(0, 300)}\n  G ${got[at]?.slice(0, 300)}`);
      }
      tally.set(run.version, t);
    }
    expect(problems).toEqual([]);
  });
  it('tally', () => { console.log(tally); });
});

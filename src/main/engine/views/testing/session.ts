import type { AnchorRow, EntryRow, StepRow } from '../../../../shared/model/index.ts';
import { DANGLING, Flag } from '../../../../shared/model/vocabulary.ts';

/** A session as the catalog would answer it, made up entry by entry. */
export interface MadeSession {
  rows: EntryRow[];
  steps: StepRow[];
  anchors: AnchorRow[];
}

/** Fills in what a test does not care about. */
export function entry(part: Partial<EntryRow> & { seq: number }): EntryRow {
  return {
    kind: 'message',
    role: 'user',
    time: null,
    line: part.seq,
    offset: part.seq * 100,
    length: 90,
    id: `id-${part.seq}`,
    parentSeq: null,
    danglingParent: null,
    step: null,
    origin: null,
    flags: Flag.Sent,
    label: '',
    chars: 40,
    calls: [],
    results: [],
    ...part,
  };
}

/** One thing that happens in a made-up Claude session; the numbers choose where, modulo what there is. */
export type Happening =
  | { type: 'prompt' }
  | { type: 'answer'; lines: number; calls: number; late: boolean }
  | { type: 'attachment'; beside: boolean; excluded: boolean }
  | { type: 'progress' }
  | { type: 'sidecar' }
  | { type: 'rewind'; to: number }
  | { type: 'subagent'; lines: number }
  | { type: 'compaction'; keep: number; known: boolean }
  | { type: 'micro' }
  /** From here on another model answers: one that is not shown what it thought in earlier turns, or one that is. */
  | { type: 'model'; forgets: boolean }
  | { type: 'login' }
  | { type: 'lost-parent' };

/** Writes the happenings down in file order, as Claude Code would, with the catalog's own columns filled in. */
export function claudeSession(happenings: readonly Happening[]): MadeSession {
  const made = new Maker();
  made.happen({ type: 'prompt' });
  for (const happening of happenings) made.happen(happening);
  return { rows: made.rows, steps: made.steps, anchors: made.anchors };
}

class Maker {
  readonly rows: EntryRow[] = [];
  readonly steps: StepRow[] = [];
  readonly anchors: AnchorRow[] = [];
  private tip: number | null = null;
  private calls = 0;
  private model = 'claude-x';

  happen(happening: Happening): void {
    if (happening.type === 'prompt') this.on({ flags: Flag.Sent | Flag.Prompt });
    if (happening.type === 'answer') this.answer(happening.lines, happening.calls, happening.late);
    if (happening.type === 'attachment') this.attachment(happening.beside, happening.excluded);
    if (happening.type === 'progress') this.add({ kind: 'event', role: null, flags: Flag.Progress, parentSeq: this.tip });
    if (happening.type === 'sidecar') this.add({ kind: 'event', role: null, id: null, flags: Flag.Sidecar });
    if (happening.type === 'rewind') this.rewind(happening.to);
    if (happening.type === 'subagent') this.subagent(happening.lines);
    if (happening.type === 'compaction') this.compaction(happening.keep, happening.known);
    if (happening.type === 'micro') this.micro();
    if (happening.type === 'model') this.model = happening.forgets ? 'claude-sonnet-4-5' : 'claude-x';
    if (happening.type === 'login') this.on({ label: '/login' });
    if (happening.type === 'lost-parent') this.tip = this.add({ parentSeq: DANGLING, danglingParent: 'gone' }).seq;
  }

  private add(part: Partial<EntryRow>): EntryRow {
    const seq = this.rows.length + 1;
    const parent = part.parentSeq ?? null;
    const above = parent === null ? undefined : this.rows[parent - 1];
    const row = entry({ ...part, seq, origin: part.id === null ? null : this.originOf(seq, above) });
    this.rows.push(row);
    return row;
  }

  private originOf(seq: number, above: EntryRow | undefined): number {
    if (!above) return seq;
    const behind = this.anchors.findLast((anchor) => anchor.compaction?.preserved.includes(above.seq));
    return behind?.seq ?? above.origin ?? seq;
  }

  private on(part: Partial<EntryRow>): EntryRow {
    const row = this.add({ ...part, parentSeq: this.tip });
    this.tip = row.seq;
    return row;
  }

  private step(first: EntryRow, last: EntryRow, sidechain: boolean): void {
    const { seq, line, time, origin } = first;
    const usage = { input: 100 * seq, output: 10, cacheRead: 0, cacheWrite: 0 };
    const step = this.steps.length + 1;
    this.steps.push({
      ...{ step, first: seq, last: last.seq, line, model: this.model, time, usage, sidechain },
      ...{ synthetic: false, failed: false, origin },
    });
  }

  /** Lines of one message, each with up to one call, thinking where it has none and is not the last; the results hang on their own line, the chain continues from the last. */
  private answer(lines: number, calls: number, late: boolean): void {
    const step = this.steps.length + 1;
    const written: EntryRow[] = [];
    for (let line = 0; line < Math.max(lines, 1); line += 1) {
      const call = line < calls ? [`call-${++this.calls}`] : [];
      written.push(
        this.on({
          role: 'assistant',
          kind: call.length > 0 ? 'tool_call' : 'message',
          calls: call,
          step,
          label: call.length > 0 ? 'Read' : '',
          flags: Flag.Sent | (call.length === 0 && line < lines - 1 ? Flag.Thinking : 0),
        }),
      );
      if (!late) this.results(written.slice(-1));
    }
    const [first, last] = [written[0], written.at(-1)];
    if (first && last) this.step(first, last, false);
    if (late) this.results(written);
  }

  private results(lines: readonly EntryRow[]): void {
    for (const line of lines)
      for (const call of line.calls) this.tip = this.add({ kind: 'tool_result', role: 'tool', results: [call], parentSeq: line.seq }).seq;
  }

  private attachment(beside: boolean, excluded: boolean): void {
    const row = this.add({ kind: 'attachment', flags: Flag.Sent | Flag.Meta | (excluded ? Flag.Excluded : 0), parentSeq: this.tip });
    if (!beside) this.tip = row.seq;
  }

  private rewind(to: number): void {
    const nodes = this.rows.filter((row) => row.id !== null && !(row.flags & Flag.Sidechain));
    this.tip = nodes[to % Math.max(nodes.length, 1)]?.seq ?? null;
    this.happen({ type: 'prompt' });
  }

  private subagent(lines: number): void {
    let parent = this.add({ flags: Flag.Sent | Flag.Sidechain | Flag.Prompt });
    for (let line = 0; line < lines; line += 1) {
      const step = this.steps.length + 1;
      parent = this.add({ role: 'assistant', flags: Flag.Sent | Flag.Sidechain, parentSeq: parent.seq, step });
      this.step(parent, parent, true);
    }
  }

  private compaction(keep: number, known: boolean): void {
    const last = this.tip;
    const seq = this.rows.length + 1;
    const preserved = this.upwards(last, keep);
    const before = countKinds(this.rows);
    this.add({ kind: 'anchor', role: 'system', flags: Flag.Boundary });
    this.anchors.push({
      ...{ seq, name: `compaction ${this.anchors.length + 1} · auto`, derived: true, type: 'compaction', before },
      compaction: {
        ...{ trigger: 'auto', preTokens: 1000, postTokens: null, logicalParent: known ? last : null },
        ...{ summary: seq + 1, preserved, clearedCalls: [] },
      },
    });
    const summary = this.add({ flags: Flag.Sent | Flag.Summary, parentSeq: seq });
    this.tip = preserved.at(-1) ?? summary.seq;
  }

  private upwards(from: number | null, count: number): number[] {
    const found: number[] = [];
    for (let at = from; at !== null && at > 0 && found.length < count; at = this.rows[at - 1]?.parentSeq ?? null) {
      if (this.rows[at - 1]?.flags === Flag.Boundary) break;
      found.unshift(at);
    }
    return found;
  }

  private micro(): void {
    const clearedCalls = this.rows.flatMap((row) => row.results).slice(0, 3);
    const row = this.on({ kind: 'event', role: 'system', flags: Flag.MicroBoundary });
    const compaction = { trigger: null, preTokens: 900, postTokens: null, logicalParent: null, summary: null, preserved: [], clearedCalls };
    this.anchors.push({
      seq: row.seq,
      name: 'micro',
      derived: true,
      type: 'micro-compaction',
      before: countKinds(this.rows.slice(0, -1)),
      compaction,
    });
  }
}

const countKinds = (rows: readonly EntryRow[]): Record<string, number> => {
  const kinds: Record<string, number> = {};
  for (const row of rows) kinds[row.kind] = (kinds[row.kind] ?? 0) + 1;
  return kinds;
};

export type Turn = { calls: number; handoff: boolean; excluded: boolean; byModel: boolean; started: boolean };

/** A Bub tape in Bub's own write order: the prompt of a run follows its loop.step.start. */
export function bubSession(turns: readonly Turn[], withStart: boolean): MadeSession {
  const rows: EntryRow[] = [];
  const steps: StepRow[] = [];
  const anchors: AnchorRow[] = [];
  const add = (part: Partial<EntryRow>): EntryRow => {
    const row = entry({ id: null, ...part, seq: rows.length + 1 });
    rows.push(row);
    return row;
  };
  const anchor = (name: string): void => {
    const before = countKinds(rows);
    const { seq } = add({ kind: 'anchor', role: null, flags: 0, label: name });
    anchors.push({ seq, name, derived: false, type: 'anchor', compaction: null, before });
    add({ kind: 'event', role: null, flags: 0, label: 'handoff' });
  };
  if (withStart) anchor('session/start');
  turns.forEach((turn, index) => {
    const step = index + 1;
    const start = turn.started ? add({ kind: 'event', role: null, flags: 0, label: 'loop.step.start', step }) : null;
    if (turn.handoff && turn.byModel) anchor(`phase-${index}`);
    const system = add({ kind: 'system', role: 'system', flags: Flag.StepPrompt, step });
    const first = start ?? system;
    add({ flags: Flag.Sent | Flag.Prompt | Flag.StepPrompt | (turn.excluded ? Flag.Excluded : 0), step });
    const calls = Array.from({ length: turn.calls }, (_, at) => `c-${step}-${at}`);
    const label = turn.byModel && turn.handoff ? 'tape_handoff' : 'bash';
    if (calls.length > 0) add({ kind: 'tool_call', role: 'assistant', calls, step, label });
    if (calls.length > 0) add({ kind: 'tool_result', role: 'tool', results: calls, step });
    add({ role: 'assistant', step });
    const last = add({ kind: 'event', role: null, flags: 0, label: 'run', step });
    const usage = { input: 100 * step, output: 10, cacheRead: 0, cacheWrite: 0 };
    steps.push({
      ...{ step, first: first.seq, last: last.seq, line: first.line, model: 'openai:gpt-5', time: null, usage },
      ...{ sidechain: false, synthetic: false, failed: false, origin: null },
    });
    if (turn.handoff && !turn.byModel) anchor(`phase-${index}`);
  });
  return { rows, steps, anchors };
}

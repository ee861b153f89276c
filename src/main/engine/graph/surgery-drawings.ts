import fc from 'fast-check';
import { uuidOf } from '../testing/tree.ts';

/** One thing that happens in a drawn session; numbers choose, modulo what there is. For tests. */
type Event =
  | { type: 'turn'; calls: number; parallel: boolean; others: number }
  | { type: 'rewind'; to: number }
  | { type: 'compaction' }
  | { type: 'sub-agent' }
  | { type: 'snapshot'; of: number }
  | { type: 'title' }
  | { type: 'open-call' };

const event: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ type: fc.constant('turn' as const), calls: fc.nat(3), parallel: fc.boolean(), others: fc.nat(15) }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('rewind' as const), to: fc.nat(50) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('compaction' as const) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('sub-agent' as const) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('snapshot' as const), of: fc.nat(50) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('title' as const) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('open-call' as const) }) },
);

/** Sessions as drawings for `claudeTree`: turns with parallel calls, rewinds, compactions, sub-agents in the file, bookkeeping. */
export const drawings: fc.Arbitrary<string> = fc.array(event, { minLength: 1, maxLength: 14 }).map((events) => {
  const drawn = new Drawn();
  drawn.turn({ type: 'turn', calls: 1, parallel: false, others: 0 });
  for (const each of events) drawn.happen(each);
  return drawn.lines.join('\n');
});

class Drawn {
  readonly lines: string[] = [];
  private readonly ends: string[] = [];
  private readonly prompts: string[] = [];
  private tip = '-';
  private count = 0;

  happen(event: Event): void {
    if (event.type === 'turn') this.turn(event);
    if (event.type === 'rewind') this.tip = this.ends[event.to % this.ends.length] ?? '-';
    if (event.type === 'compaction') this.compaction();
    if (event.type === 'sub-agent') this.subagent();
    if (event.type === 'snapshot') this.snapshot(event.of);
    if (event.type === 'title') this.lines.push(`- ai-title {"aiTitle":"Title ${this.lines.length}"}`);
    if (event.type === 'open-call') this.openCall();
  }

  turn({ calls, parallel, others }: Event & { type: 'turn' }): void {
    const n = this.prompt();
    let tip = `u${n}`;
    if ((others & 8) !== 0) {
      this.lines.push(`q${n} queued "and quickly ${n}" @${tip}`);
      tip = `q${n}`;
    }
    if ((others & 1) !== 0) this.lines.push(`x${n} attach task_reminder "note ${n}" @u${n}`);
    const answers = Array.from({ length: calls }, (_, at) => `${n}x${at}`);
    for (const [at, name] of answers.entries()) {
      this.lines.push(`a${name} call Read t${name} @${tip} <- step ${parallel ? `m${n}` : `m${name}`}`);
      if (!parallel || at === answers.length - 1) this.lines.push(`r${name} t${name} "read ${name}" @a${name}`);
      tip = parallel && at < answers.length - 1 ? `a${name}` : `r${name}`;
      if ((others & 2) !== 0) this.lines.push(`p${name} progress t${name} @a${name}`);
    }
    // The results of parallel calls but for the last hang next to the chain.
    if (parallel) for (const name of answers.slice(0, -1)) this.lines.push(`r${name} t${name} "read ${name}" @a${name}`);
    this.lines.push(`a${n} "done ${n}" @${tip} <- step f${n}`);
    this.end(`a${n}`);
    if ((others & 1) !== 0) this.lines.push(`s${n} system turn_duration @a${n}`);
    if ((others & 1) !== 0) this.end(`s${n}`);
    // Hooks that run after an answer: the next prompt hangs below the last of their lines.
    if ((others & 4) !== 0) {
      this.lines.push(`h${n} progress hook${n} @${this.tip}`, `i${n} progress hook${n} @h${n}`);
      this.end(`i${n}`);
    }
  }

  private prompt(): number {
    this.count += 1;
    this.lines.push(`u${this.count} "prompt ${this.count}" @${this.tip}`);
    this.prompts.push(`u${this.count}`);
    return this.count;
  }

  private end(name: string): void {
    this.tip = name;
    this.ends.push(name);
  }

  private compaction(): void {
    this.count += 1;
    this.lines.push(`b${this.count} boundary auto 1000 @${this.tip}`, `c${this.count} summary "so far" @b${this.count}`);
    this.tip = `c${this.count}`;
  }

  private subagent(): void {
    const n = this.prompt();
    this.lines.push(`a${n}x call Task t${n}x "look ${n}" @u${n} <- step m${n}x`);
    this.lines.push(`z${n} "look ${n}" side @-`, `az${n} "seen ${n}" @z${n} <- step z${n}`);
    this.lines.push(`r${n}x t${n}x "seen" @a${n}x`, `a${n} "done ${n}" @r${n}x <- step f${n}`);
    this.end(`a${n}`);
  }

  private snapshot(of: number): void {
    const name = this.prompts[of % this.prompts.length] ?? 'u1';
    this.lines.push(`- file-history-snapshot {"messageId":"${uuidOf(name)}","snapshot":{},"isSnapshotUpdate":false}`);
  }

  /** A turn that was broken off in the middle of a call; whoever continues does so from before it. */
  private openCall(): void {
    const before = this.tip;
    const n = this.prompt();
    this.lines.push(`a${n} call Bash t${n} @u${n} <- step m${n}`);
    this.tip = before;
  }
}

import type { Timeline } from '../../../../../shared/model/index.ts';
import { type AxisKind, axisOf } from '../axis.ts';
import type { Colours } from '../colours.ts';
import { type Columns, emptyColumns, hasSides, joinTimeline } from '../columns.ts';
import type { Pen, Scene } from '../draw/pen.ts';
import { layoutOf } from '../layout.ts';
import type { Range } from '../scale.ts';

const letters: Record<string, [kind: string, tone: number]> = {
  u: ['message', 1],
  a: ['message', 2],
  c: ['tool_call', 2],
  r: ['tool_result', 3],
  s: ['system', 4],
  e: ['event', 16],
  x: ['tool_result', 11],
  A: ['message', 34],
};

interface Extra {
  /** Entry at which each step begins. */
  steps?: readonly number[];
  input?: readonly number[];
  stepTone?: readonly number[];
  time?: readonly number[];
  bands?: Timeline['bands'];
  marks?: Timeline['marks'];
  limit?: number | null;
  from?: number;
  fromStep?: number;
}

/** An answer drawn as letters, one per entry: user, assistant, call, result, system, event, x failed, A of a sub-agent. */
export function answerOf(entries: string, extra: Extra = {}): Timeline {
  const found = [...entries].map((letter) => letters[letter] ?? ['event', 0]) as [string, number][];
  const kinds = [...new Set(found.map(([kind]) => kind))];
  const steps = extra.steps ?? [];
  const from = extra.from ?? 1;
  const fromStep = extra.fromStep ?? 1;
  return {
    tape: 't',
    from,
    fromStep,
    entries: from - 1 + found.length,
    steps: fromStep - 1 + steps.length,
    kinds,
    kind: Uint8Array.from(found, ([kind]) => kinds.indexOf(kind)),
    tone: Uint8Array.from(found, ([, tone]) => tone),
    time: Float64Array.from(found, (_, index) => extra.time?.[index] ?? Number.NaN),
    stepFirst: Uint32Array.from(steps),
    stepInput: Float64Array.from(steps, (_, index) => extra.input?.[index] ?? Number.NaN),
    stepTime: Float64Array.from(steps, () => Number.NaN),
    stepTone: Uint8Array.from(steps, (_, index) => extra.stepTone?.[index] ?? 0),
    bands: extra.bands ?? [],
    marks: extra.marks ?? [],
    limit: extra.limit ?? null,
  };
}

export function columnsOf(entries: string, extra: Extra = {}): Columns {
  return joinTimeline(emptyColumns('t'), answerOf(entries, extra));
}

/** A tape of any length: a prompt, then calls and results, a step every fourth entry, a failure now and then. */
export function longTape(entries: number): Columns {
  return joinTimeline(emptyColumns('t'), longTimeline(entries));
}

export function longTimeline(entries: number): Timeline {
  const cycle = ['u', 'a', 'c', 'r', 'a', 'c', 'x', 'e'];
  const kinds = ['message', 'tool_call', 'tool_result', 'event'];
  const at = (index: number) => letters[cycle[(index * 7 + (index >> 5)) % cycle.length] ?? 'e'] ?? ['event', 0];
  const steps = Math.floor(entries / 4);
  return {
    ...answerOf(''),
    entries,
    steps,
    kinds,
    kind: Uint8Array.from({ length: entries }, (_, index) => kinds.indexOf(at(index)[0])),
    tone: Uint8Array.from({ length: entries }, (_, index) => at(index)[1]),
    time: Float64Array.from({ length: entries }, (_, index) => 1.7e12 + index * 1000 + (index % 50_000 === 0 ? 8e6 : 0)),
    stepFirst: Uint32Array.from({ length: steps }, (_, step) => step * 4 + 2),
    stepInput: Float64Array.from({ length: steps }, (_, step) => (step % 97 === 0 ? Number.NaN : 20_000 + ((step * 37) % 150_000))),
    stepTime: new Float64Array(steps).fill(Number.NaN),
    stepTone: Uint8Array.from({ length: steps }, (_, step) => (step % 11 === 0 ? 1 : 0)),
    bands: Array.from({ length: Math.min(20_000, entries >> 5) }, (_, index) => ({
      from: index * 32 + 1,
      to: index * 32 + 32,
      name: `phase ${index}`,
      derived: false,
    })),
    marks: Array.from({ length: Math.min(30_000, entries >> 5) }, (_, index) => ({
      seq: index * 32 + 5,
      type: index % 3 === 0 ? ('rewind' as const) : index % 3 === 1 ? ('sub-agent' as const) : ('compaction' as const),
      label: '',
    })),
    limit: 200_000,
  };
}

const colours = new Proxy({}, { get: (_, name) => String(name) }) as Colours;

export function sceneOf(held: Columns, kind: AxisKind, range: Range | null = null, width = 1160, height = 172): Scene {
  const axis = axisOf(kind, held);
  const layout = layoutOf(width, height, { timed: held.timed, sides: hasSides(held) });
  const pixels = { left: layout.left, width: layout.right - layout.left };
  const { from, to } = range ?? axis;
  return {
    held,
    axis,
    layout,
    colours,
    family: 'Inter',
    scale: { from, to, ...pixels },
    whole: { from: axis.from, to: axis.to, ...pixels },
  };
}

export interface Call {
  readonly name: string;
  readonly args: readonly unknown[];
  readonly fillStyle: unknown;
}

/** A pen that writes down what it is told to draw. Six pixels a letter. */
export function recorder(): { pen: Pen; calls: Call[] } {
  const calls: Call[] = [];
  const state: Record<string, unknown> = {};
  const pen = new Proxy(state, {
    get: (_, name: string) => {
      if (name in state) return state[name];
      if (name === 'measureText') return (text: string) => ({ width: text.length * 6 });
      return (...args: unknown[]) => void calls.push({ name, args, fillStyle: state.fillStyle });
    },
  });
  return { pen: pen as unknown as Pen, calls };
}

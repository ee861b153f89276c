import type { Colours } from '../tape/colours.ts';
import { type Pen, setFont, verticalLine } from '../tape/draw/pen.ts';
import { cutTo } from '../tape/labels.ts';
import { LANE, SIDE } from '../tape/lanes.ts';
import { barsIn, type Chart, type Rows } from './chart.ts';

/** A step index at which the context began anew, and by what. */
export interface Cut {
  readonly at: number;
  readonly name: string;
}

export interface Scene {
  readonly chart: Chart;
  readonly rows: Rows;
  /** Lane of each entry, as the timeline has it: who wrote it. */
  readonly lanes: Uint8Array;
  /** Where a compaction or an anchor made the context begin anew. */
  readonly cuts: readonly Cut[];
  /** The window's font family. */
  readonly family: string;
  readonly colours: Colours;
  readonly width: number;
  readonly height: number;
}

const coloursOf = ({ colours }: Scene): string[] => [colours.user, colours.assistant, colours.call, colours.result, colours.event];

const laneOf = (lanes: Uint8Array, seq: number): number => {
  const code = lanes[seq - 1] ?? 0;
  return code === LANE.failed ? LANE.failed : code % SIDE;
};

/** A bar for each stay of the rows in view; places where the context began anew stand out over all of them. */
export const drawStays = (pen: Pen, scene: Scene): void => {
  const { chart, rows, lanes, colours, width, height } = scene;
  const palette = coloursOf(scene);
  pen.clearRect(0, 0, width, height);
  pen.globalAlpha = 0.82;
  for (const bar of barsIn(chart, rows, { width, height }, (seq) => laneOf(lanes, seq))) {
    pen.fillStyle = palette[laneOf(lanes, bar.seq)] ?? colours.error;
    pen.fillRect(bar.x, bar.y, bar.width, bar.height);
  }
  pen.globalAlpha = 1;
  pen.strokeStyle = colours.anchor;
  pen.lineWidth = 1;
  nameCuts(pen, scene);
};

/** A name stands at the right of its cut, above: what was there has left, and what comes stands lower. */
const nameCuts = (pen: Pen, { chart, cuts, colours, width, height, family }: Scene): void => {
  setFont(pen, family, 500);
  cuts.forEach(({ at, name }, index) => {
    const x = (at * width) / Math.max(1, chart.steps);
    verticalLine(pen, x, 0, height);
    const end = ((cuts[index + 1]?.at ?? chart.steps) * width) / Math.max(1, chart.steps);
    const room = end - x - 12;
    const text = room < 80 ? '' : cutTo(name, room, (part) => pen.measureText(part).width);
    if (text === '') return;
    // Where a session begins with a cut, bars are under its name.
    pen.fillStyle = colours.panel;
    pen.fillRect(x + 2, 0, pen.measureText(text).width + 8, 15);
    pen.fillStyle = colours.anchor;
    pen.fillText(text, x + 6, 8);
  });
};

/** The playhead, the selected entry, and the row under the pointer. */
export const drawOver = (pen: Pen, scene: Scene, over: { step: number; selected: number | null; hovered: number | null }): void => {
  const { chart, rows, colours, width, height } = scene;
  pen.clearRect(0, 0, width, height);
  const tall = height / Math.max(1, rows.to - rows.from);
  const band = (row: number, colour: string, alpha: number): void => {
    pen.globalAlpha = alpha;
    pen.fillStyle = colour;
    pen.fillRect(0, (row - rows.from) * tall - 1, width, Math.max(3, tall + 2));
    pen.globalAlpha = 1;
  };
  if (over.hovered !== null) band(over.hovered, colours.text, 0.1);
  if (over.selected !== null) band(over.selected, colours.head, 0.3);
  if (over.step < 0) return;
  pen.strokeStyle = colours.head;
  pen.lineWidth = 1.5;
  verticalLine(pen, ((over.step + 0.5) * width) / Math.max(1, chart.steps), 0, height);
};

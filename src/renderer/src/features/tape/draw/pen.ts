import type { OtherBranch } from '../../../../../shared/model/branches.ts';
import type { Line } from '../../../data/branchHooks.ts';
import type { Axis } from '../axis.ts';
import type { Colours } from '../colours.ts';
import type { Columns } from '../columns.ts';
import type { Layout } from '../layout.ts';
import type { Scale } from '../scale.ts';

/** The part of a 2D canvas that the timeline draws with; tests record it. */
export type Pen = Pick<
  CanvasRenderingContext2D,
  | 'beginPath'
  | 'clearRect'
  | 'clip'
  | 'closePath'
  | 'fill'
  | 'fillRect'
  | 'fillStyle'
  | 'fillText'
  | 'font'
  | 'globalAlpha'
  | 'lineJoin'
  | 'lineTo'
  | 'lineWidth'
  | 'measureText'
  | 'moveTo'
  | 'rect'
  | 'restore'
  | 'roundRect'
  | 'save'
  | 'setLineDash'
  | 'stroke'
  | 'strokeRect'
  | 'strokeStyle'
  | 'textAlign'
  | 'textBaseline'
>;

/** All that one frame shows. `scale` is the view, `whole` the same pixels over the whole tape. */
export interface Scene {
  readonly held: Columns;
  readonly axis: Axis;
  readonly scale: Scale;
  readonly whole: Scale;
  readonly layout: Layout;
  readonly colours: Colours;
  /** The window's font family. */
  readonly family: string;
  /** The line of the playhead, and the branches next to it in lanes; null where nothing branches. */
  readonly line?: Line | null;
  readonly beside?: { readonly lanes: readonly (readonly OtherBranch[])[]; readonly more: number } | null;
  /** First and last entry of each annotation, in order; none where nobody wrote any. */
  readonly noted?: readonly (readonly [number, number])[];
  /** What requests show of steps; absent until it is known. */
  readonly sent?: Sent;
}

/** Steps at which the cache was missed, with the tokens that were sent again, and steps that differ from what was sent, in order. */
export interface Sent {
  readonly again: ReadonlyMap<number, number>;
  readonly differing: readonly number[];
}

/** The flag of the playhead. */
export const FLAG_HEIGHT = 20;
export const FLAG_TOP = 4;

export function bottomOf(box: { top: number; height: number }): number {
  return box.top + box.height;
}

export function setFont(pen: Pen, family: string, weight: number): void {
  pen.font = `${weight} 11px ${family}`;
  pen.textBaseline = 'middle';
  pen.textAlign = 'left';
}

/** A vertical line, on whole pixels so that it stays sharp. */
export function verticalLine(pen: Pen, x: number, top: number, bottom: number): void {
  const sharp = Math.round(x) + 0.5;
  pen.beginPath();
  pen.moveTo(sharp, top);
  pen.lineTo(sharp, bottom);
  pen.stroke();
}

export function clipTo(pen: Pen, { layout }: Scene, draw: () => void): void {
  pen.save();
  pen.beginPath();
  pen.rect(layout.left, 0, layout.right - layout.left, layout.height);
  pen.clip();
  draw();
  pen.restore();
}
